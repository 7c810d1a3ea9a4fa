"""Guard torch as soon as the program has imported it, and not before (see atfault_probe.guard).

A finder at the front of sys.meta_path that is gone again when torch is there. It hides nothing:
torch's own loader runs torch, and the guard is set when that has returned. Whoever only asks
whether torch can be found, gets the same answer as without us.
"""

import sys

MODULES = ("guard_errors", "guard_table", "guard_values", "guard_launches", "guard_torch")
"""What the guard needs, in order."""
STRICT = "strict"


def watch(load, mode):
    """load: loads a module of this package by its name. mode: "strict", or anything else."""
    if "torch" in sys.modules:
        _set(load, mode)
    else:
        sys.meta_path.insert(0, _Finder(load, mode))


def _set(load, mode):
    try:
        for name in MODULES if _can_guard() else ():
            load(name)
        sys.modules["atfault_probe"].guard(strict=mode == STRICT)
    except Exception as error:
        _say("atfault: torch is not guarded: %s" % error)


def _can_guard():
    return hasattr(getattr(sys.modules["torch"], "library", None), "get_kernel")


def _say(line):
    try:
        sys.stderr.write(line.splitlines()[0] + "\n")
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        pass


class _Finder(object):
    def __init__(self, load, mode):
        self._load = load
        self._mode = mode

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        for finder in [one for one in sys.meta_path if one is not self]:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                self._follow(spec.loader)
                return spec
        return None

    def _follow(self, loader):
        """The loader's own exec_module, and then the guard."""

        def exec_module(module):
            del loader.exec_module  # the one of its class again
            loader.exec_module(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            _set(self._load, self._mode)

        try:
            loader.exec_module = exec_module
        except AttributeError:
            _say("atfault: torch is not guarded: its loader cannot be followed")
