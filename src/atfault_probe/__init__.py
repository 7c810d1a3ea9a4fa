"""What atfault runs inside the user's program: tiny, without dependencies, for CPython 3.8+.

Nothing here changes what the program computes. For users:

    import atfault_probe
    atfault_probe.guard()      # after that, torch's index and value errors name what was wrong
    atfault_probe.unguard()    # everything as it was before

    box = atfault_probe.Sandbox()
    box.run(function, *args)   # in a child that may die (see atfault_probe.sandbox)

    atfault_probe.salvage.enable()   # save what a fatal CUDA error leaves on the host
"""

import sys

_HOMES = {
    "GuardError": "torch_guard.errors",
    "IndexGuardError": "torch_guard.errors",
    "ValueGuardError": "torch_guard.errors",
    "Sandbox": "sandbox",
    "SandboxDied": "sandbox",
    "SandboxError": "sandbox",
}
"""Classes → their modules, which are loaded when they are asked for."""
_guards = []
_ends = []
"""What is to be called when the guard is removed."""


def guard(strict=False, repeats=False):
    """Check what torch's functions are given, before their kernels run.

    An index, a label or a probability that is out of range raises at the line that passed it, with
    the argument, the values and where they are, what is legal and the shapes; on a GPU that is
    before the launch, so nothing is lost. See docs/guard.md for which functions.

    strict: on a GPU, read what is not known from the host's copy as well, which waits for the GPU
    at each such call.

    repeats: do what is refused on the CPU, with copies, for torch's own words: they are `plain`
    among the error's facts.

    Raises RuntimeError where this torch has no kernels that can be overridden (before 2.9). Calls
    after the first change nothing.
    """
    if not _guards:
        import torch

        if not hasattr(getattr(torch, "library", None), "get_kernel"):
            message = "the guard needs torch 2.9 or newer (torch.library.get_kernel); this is %s"
            raise RuntimeError(message % torch.__version__)
        from atfault_probe import notebook
        from atfault_probe.torch_guard.torch import Guard

        _guards.append(Guard(strict, repeats=repeats))
        shell = notebook.shell()
        if shell is not None:
            _ends.append(notebook.follow(shell, _say_launch))


def unguard():
    """Undo `guard`: torch's own kernels again."""
    while _guards:
        _guards.pop().remove()
    while _ends:
        _ends.pop()()


def _say_launch(error):
    """Below the traceback of a cell: which launch was at fault; of a program `run` says it."""
    from atfault_probe.cuda_errors import is_fatal
    from atfault_probe.torch_guard.errors import launch_words

    try:
        if _guards and is_fatal(error, str(error)):
            culprit = _guards[0].launches.culprit()
            if culprit is not None:
                sys.stderr.write("atfault: the launch at fault: %s\n" % launch_words(culprit))
    except Exception:
        pass  # the program comes first


def __getattr__(name):
    """Modules and classes that are loaded when they are asked for."""
    import importlib

    if name in _HOMES:
        return getattr(importlib.import_module("atfault_probe." + _HOMES[name]), name)
    if name == "salvage":
        return importlib.import_module("atfault_probe.salvage")
    raise AttributeError("module %r has no attribute %r" % (__name__, name))
