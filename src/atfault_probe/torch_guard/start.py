"""Guard torch in a program under `atfault run --guard` (see atfault_probe.guard)."""

import sys

MODULES = (
    "notebook",
    "cuda_errors",
    "torch_guard.errors",
    "torch_guard.table",
    "torch_guard.values",
    "torch_guard.torch",
)
"""What the guard needs, in order."""
STRICT, REPEATS = "strict", "strict-repeats"


def guard(load, mode):
    """Torch has been imported. load: loads a module of this package by its name. mode: "strict",
    "strict-repeats", or anything else. Never raises."""
    try:
        for name in MODULES if _can_guard() else ():
            load(name)
        sys.modules["atfault_probe"].guard(mode in (STRICT, REPEATS), mode == REPEATS)
        load("loaders").watch(sys.modules["torch.utils.data.dataloader"])
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
