"""Is a callable thread-safe? Hammer it in child processes, with and without a lock, and judge.

    campaign    which phases are run, how often, and when the evidence is enough
    child       one child process: started under the tracer, watched, its outcome read
    observer    what becomes of a child's crash or hang: a report
    tally       what the children of one phase have done, counted
    verdict     counts of all phases → cause, confidence and reasons
    compose     the report of kind "stress"

What runs inside the children is `atfault_probe.stressing.child`.
"""
