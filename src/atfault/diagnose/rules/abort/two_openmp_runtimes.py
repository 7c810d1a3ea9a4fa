"""configuration: two OpenMP runtimes in one process, of which the second ends it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.facts import SIGABRT, function_name, native_frames
from atfault.diagnose.rule import Need, rule
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.process import Module

CHECKS = ("Intel", "LLVM")
"""Whose runtimes look for another: they are the same code. GNU's does not."""
CHECK = "__kmp_register_library_startup"
"""The function of the runtime that looks for another one (openmp/runtime/src/kmp_runtime.cpp)."""
SAYS = b"OMP: Error #15"
MAX_SHOWN, MAX_FRAMES = 6, 16


@rule(
    "two-openmp-runtimes",
    needs=(Need.SIGNAL,),
    on=(SIGABRT,),
    causes=("configuration",),
)
def two_openmp_runtimes(case: Case) -> Iterator[Finding]:
    """Two copies of an OpenMP runtime are in the process, and the second ended it.

    Packages bring their own: libiomp5 with MKL and torch of conda, libomp or libiomp5 with wheels.
    Each would start its own threads, so the one that comes second looks for another when it is
    first used, says "OMP: Error #15" and calls abort(). The message goes to standard error; the
    stack and the files in memory say the same.

    What to do: install the packages that bring them from one place, so that they share one.
    KMP_DUPLICATE_LIB_OK=TRUE lets both run, with results that may be wrong.
    """
    state = case.process
    frames = native_frames(state.crashed)[:MAX_FRAMES]
    names = [function_name(frame) for frame in frames]
    inside = any(one.module is not None and _checks(one.module) for one in frames)
    files = tuple(dict.fromkeys(one.path for one in state.layout.modules if _checks(one)))
    checked = any(CHECK in name for name in names)
    printed = inside and not isinstance(case.printed, Absent) and SAYS in case.printed.text
    if not (printed or (checked and len(files) > 1)):
        return
    evidence = [f"{path} is one" for path in files[:MAX_SHOWN]]
    if checked:
        evidence.append(f"the check that ended the program is {CHECK}")
    if printed:
        evidence.append("the program printed OMP: Error #15 before it ended")
    count = len(files) if len(files) > 1 else "two"
    yield Finding.of(
        summary=f"{count} OpenMP runtimes are in this process, and the second refuses to run",
        confidence="certain",
        evidence=evidence,
        advice=(
            "install the packages that bring them from one place (all from PyPI, or all from"
            " conda), so that they share one",
            Advice("see which packages bring one", "atfault doctor"),
            "KMP_DUPLICATE_LIB_OK=TRUE lets them run side by side; results may then be wrong",
        ),
    )


def _checks(module: Module) -> bool:
    return roles.openmp_maker(module.name) in CHECKS
