"""Imported by `site` when the interpreter starts, where atfault could not trace the program.

Turns on faulthandler, into a file that `atfault run` reads when the program has died, and leaves
no other trace: the environment and sys.path are put back, and the sitecustomize that this one
hides is run in its place. The file starts with who we are:

    version=3.11.7
    implementation=CPython
    stdlib=/usr/lib/python3.11
    prefix=/usr
    executable=/usr/bin/python3
    end
    Fatal Python error: Segmentation fault …          written by faulthandler, if it comes to that
"""

_FILE = "ATFAULT_PROBE_FILE"
_PATH = "ATFAULT_PROBE_PYTHONPATH"
_LOWEST_FD = 200  # out of the way of programs that expect small numbers


def _put_back(os, sys):
    """The environment and sys.path as they would be without us; the file to report to."""
    path = os.environ.pop(_FILE, None)
    python_path = os.environ.pop(_PATH, None)
    if path is not None:
        if python_path is None:
            os.environ.pop("PYTHONPATH", None)
        else:
            os.environ["PYTHONPATH"] = python_path
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry != here]
    return path


def _enable(os, sys, path):
    import faulthandler

    if faulthandler.is_enabled():
        return  # the program's user asked for it, on standard error
    import fcntl

    low = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        fd = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _LOWEST_FD)
    finally:
        os.close(low)
    lines = (
        "version=" + ".".join([str(part) for part in sys.version_info[:3]]),
        "implementation=" + {"cpython": "CPython"}.get(sys.implementation.name, "other"),
        "stdlib=" + os.path.dirname(os.__file__),
        "prefix=" + sys.prefix,
        "executable=" + (sys.executable or ""),
        "end\n",
    )
    os.write(fd, "\n".join(lines).encode("utf-8", "surrogateescape"))
    faulthandler.enable(fd, all_threads=True)


def _run_hidden(sys):
    """Run the sitecustomize that would have been imported instead of this one, if any."""
    import importlib.util
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _start():
    import os
    import sys

    path = _put_back(os, sys)
    if path is not None:
        try:
            _enable(os, sys, path)
        except Exception:
            pass  # the program comes first
    _run_hidden(sys)


_start()
