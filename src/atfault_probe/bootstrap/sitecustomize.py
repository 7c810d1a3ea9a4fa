"""Imported by `site` when an interpreter starts under `atfault run`.

Sets the hooks through which uncaught exceptions are handed over (atfault_probe.hooks), those that
guard torch where that was asked for, and, where the program could not be traced, turns on
faulthandler. It leaves no other trace: os.environ and
sys.path are as they would be without us, and the sitecustomize that this one hides is run in its
place; where there is none, its import fails as it would have.

The C environment keeps our variables: an interpreter that the program starts is watched, too.

faulthandler's file starts with who we are:

    version=3.11.7
    implementation=CPython
    stdlib=/usr/lib/python3.11
    prefix=/usr
    executable=/usr/bin/python3
    end
    Fatal Python error: Segmentation fault ...          written by faulthandler, if it comes to that

Any Python may import it, 2.7 as well: it must not fail there.
"""

_FOLDER = "ATFAULT_PROBE_FOLDER"
_FILE = "ATFAULT_PROBE_FILE"
_PATH = "ATFAULT_PROBE_PYTHONPATH"
_GUARD = "ATFAULT_PROBE_GUARD"
_LOWEST_FD = 200  # out of the way of programs that expect small numbers


def _put_back(os, sys):
    """Make os.environ and sys.path what they would be without us; (folder, file) to report to, and
    how torch is to be guarded, "" for not."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry != here]
    folder, path = os.environ.get(_FOLDER), os.environ.pop(_FILE, None)
    python_path, guard = os.environ.get(_PATH), os.environ.get(_GUARD, "")
    seen = getattr(os.environ, "_data", None) or getattr(os.environ, "data", None)
    if seen is None or (folder is None and path is None):
        return folder, path, guard
    encode = getattr(os.environ, "encodekey", str)
    for name in (_FOLDER, _PATH, _GUARD):
        seen.pop(encode(name), None)
    if python_path is None:
        seen.pop(encode("PYTHONPATH"), None)
    else:
        seen[encode("PYTHONPATH")] = encode(python_path)
    return folder, path, guard


def _enable(os, sys, path, guard):
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


def _watch(os, sys, folder, guard):
    """Load atfault_probe.hooks, without its folder on sys.path."""
    bootstrap, external = (
        sys.modules["_frozen_importlib"],
        sys.modules["_frozen_importlib_external"],
    )
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    hooks = None
    for name, path in (
        ("atfault_probe", os.path.join(package, "__init__.py")),
        ("atfault_probe.hooks", os.path.join(package, "hooks.py")),
    ):
        loader = external.SourceFileLoader(name, path)
        spec = external.spec_from_file_location(name, path, loader=loader)
        hooks = bootstrap.module_from_spec(spec)
        sys.modules[name] = hooks
        loader.exec_module(hooks)
    passed = {_FOLDER.encode(): os.fsencode(folder)}
    if guard:
        passed[_GUARD.encode()] = os.fsencode(guard)
    hooks.install(folder, (bootstrap, external), guard, passed)


def _run_hidden(sys):
    """Run the sitecustomize that would have been imported instead of this one.

    Raises ImportError, which `site` expects, where there is none.
    """
    external = sys.modules.get("_frozen_importlib_external")
    if external is None:
        _run_hidden_of_old(sys)
        return
    spec = external.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        raise ImportError("No module named 'sitecustomize'", name="sitecustomize")
    module = sys.modules["_frozen_importlib"].module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _run_hidden_of_old(sys):
    """Python 2.7: as long as `imp` finds it."""
    import imp

    file, path, description = imp.find_module("sitecustomize", sys.path)
    imp.load_module("sitecustomize", file, path, description)


def _start():
    import os
    import sys

    folder, path, guard = _put_back(os, sys)
    for wanted, step in ((path, _enable), (folder, _watch)):
        if wanted is not None and sys.version_info >= (3, 8):
            try:
                step(os, sys, wanted, guard)
            except Exception:
                pass  # the program comes first
    _run_hidden(sys)


_start()
