"""Of which findings a run with checks of memory (`atfault run --again`) may show more."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.diagnose.crash.holders import null_pointer
from atfault.diagnose.facts import (
    accessed_by_ctypes,
    called_by_ctypes,
    native_frames,
)
from atfault.diagnose.words import command_line
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.signals import CRASHES

VAGUE = (
    "heap-corruption",
    "refcount-corruption",
    "use-after-free",
    "wild-pointer",
    "bad-code-pointer",
    "null-dereference",
    "data-race",
    "crash-at-exit",
    "unknown",
)
"""Causes that are often only what became of a wrong step made elsewhere."""
KERNEL = "ipykernel_launcher"
"""As Jupyter starts the kernels of notebooks: `python -m ipykernel_launcher -f FILE`."""
AS_SCRIPT = "as a script, as the file of the kernel is gone: atfault run --again SCRIPT"
TEXT = "run it again with checks of its memory, which stop nearer to the first wrong step"


def with_second_look(finding: Finding, case: Case) -> Finding:
    """The finding, with the offer of a second look where one may better it."""
    told = any(one.is_again for one in finding.advice)
    if told or finding.cause not in VAGUE or finding.under_guard or _is_plain(finding, case):
        return finding
    if case.process.ending.number not in CRASHES:
        return finding
    argv = case.command or case.process.process.argv
    return finding._replace(advice=(*finding.advice, run_again(argv, TEXT)))


def _is_plain(finding: Finding, case: Case) -> bool:
    """A line of Python passed or called NULL, of which no run can say more."""
    is_null = finding.cause in ("null-dereference", "bad-code-pointer")
    if not is_null or finding.confidence != "certain":
        return False
    state = case.process
    if null_pointer(state):
        return True
    called = called_by_ctypes(state)
    if called is None:
        return accessed_by_ctypes(state)
    of_ctypes = called.module is not None and called.module.name.startswith("_ctypes")
    return of_ctypes or called in native_frames(state.crashed)[:1]  # string_at, or what failed


def run_again(argv: Sequence[str], text: str) -> Advice:
    """The advice to run a program once more under checks. argv: its command, masked."""
    if KERNEL in argv[1:]:
        return Advice(f"{text}: {AS_SCRIPT}", is_again=True)
    command = command_line(argv)
    if not argv or not command:
        return Advice(f"{text}: atfault run --again COMMAND", is_again=True)
    dashes = "-- " if argv[0].startswith("-") else ""
    return Advice(text, f"atfault run --again {dashes}{command}", True)
