"""What `atfault stress` runs in a child process: one callable, hammered in one particular way.

    python …/atfault_probe/stressing/child.py JOB

JOB is a JSON file (see atfault.stress.child, which writes it). The result goes to another, and what
must outlive a crash into a small mapped file (see progress). Runs on CPython 3.8 and later, and
imports nothing but the standard library before the target.
"""

import json
import os
import sys


def _load_package():
    """Make `atfault_probe` importable without putting its folder on the target's sys.path."""
    import importlib.util

    own = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.dirname(own)
    spec = importlib.util.spec_from_file_location(
        "atfault_probe",
        os.path.join(folder, "__init__.py"),
        submodule_search_locations=[folder],
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules["atfault_probe"] = package
    spec.loader.exec_module(package)
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != own]


def main(path):
    """Run one job; the process's exit code: 0 when its result was written."""
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    if sys.version_info < (3, 8):
        version = "%d.%d" % sys.version_info[:2]
        _write(job["result"], {"unusable": "stress needs Python 3.8 or later, not " + version})
        return
    _load_package()
    from atfault_probe.stressing import modes
    from atfault_probe.stressing import progress as stress_progress
    from atfault_probe.stressing import target as stress_target

    progress = stress_progress.Progress(job["progress"], job["threads"])
    progress.watch_parent()
    result = {}
    progress.stage = stress_progress.IMPORTING
    try:
        target = stress_target.find(job["target"], job["setup"])
    except stress_target.Unusable as error:
        result["unusable"] = str(error)
    else:
        about = {"target": target.place()}
        if job["about"]:
            about.update(stress_target.environment())
            _write(job["about"], about)  # should a call end this process
        try:
            modes.MODES[job["mode"]](job, target, progress, result)
        except stress_target.Unusable as error:
            result["unusable"] = str(error)
        except Exception as error:  # the target's own are caught where it is called
            own = error.__traceback__
            while own.tb_next is not None:
                own = own.tb_next
            place = "%s:%d" % (os.path.basename(own.tb_frame.f_code.co_filename), own.tb_lineno)
            found = (job["target"], type(error).__name__, error, place)
            result["unusable"] = "what %s takes or returns cannot be compared: %s: %s (%s)" % found
        result.update(about)
        if job["about"]:
            result.update(stress_target.environment())
    _write(job["result"], result)
    progress.stage = stress_progress.DONE
    # The target's atexit handlers and destructors are no part of the question.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _write(path, result):
    """All of it or nothing."""
    draft = path + ".draft"
    with open(draft, "w", encoding="ascii") as file:
        json.dump(result, file)
    os.replace(draft, path)


if __name__ == "__main__":
    main(sys.argv[1])
