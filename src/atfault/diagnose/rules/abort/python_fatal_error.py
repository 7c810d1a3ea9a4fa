"""python-fatal-error: the interpreter itself gave up."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.fatal_errors import fatal_frame, has_gil, is_gil_text, who_raised
from atfault.diagnose.crash.without_gil import MAY_RACE, is_beside_others
from atfault.diagnose.facts import SIGABRT, bare_symbol, describe_frame, is_ctypes
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.diagnose.words import command_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.stacks import NativeFrame


@rule("python-fatal-error", needs=(Need.SIGNAL,), on=(SIGABRT,), yields_to=(TELLING,))
def python_fatal_error(case: Case) -> Iterator[Finding]:
    """The Python interpreter found itself in a state that must not be, and ended the process.

    It prints "Fatal Python error: …" with the reason and calls `abort()`. An extension module has
    damaged an object, used the interpreter before it was started or after it ended, or called
    `Py_FatalError` itself. (A fatal error that says that the GIL is not held is reported as
    `gil-not-held`.)

    What to do: read the text. The line named is where it was noticed; the cause is usually native
    code that ran before.
    """
    state = case.process
    text = state.abort.fatal
    fatal = fatal_frame(state)
    if fatal is None and not text:
        return
    if is_gil_text(text) and not has_gil(state):  # gil-not-held
        return
    caller = who_raised(state)
    command = command_line(state.process.argv)
    evidence = []
    if not text and isinstance(state.abort.python_fatal, Absent):
        evidence.append(f"its text is on standard error ({state.abort.python_fatal.reason})")
    if caller is not None and _is_foreign_call(caller):
        evidence.append("the function that raised it was called through ctypes")
    elif caller is not None:
        evidence.append(f"it was raised in {describe_frame(caller)}")
    if not evidence:
        evidence.append("the interpreter ended the process itself")
    may_race = is_beside_others(state)
    if may_race:
        evidence.append(MAY_RACE)
    yield Finding.of(
        summary=f"Fatal Python error: {text}"
        if text
        else "the interpreter ended the process itself",
        confidence="likely" if may_race else "certain",
        evidence=evidence,
        advice=(
            Advice(
                "if an extension module is involved, run again with the checks of developer mode",
                f"PYTHONDEVMODE=1 {command}" if command else None,
            ),
        ),
    )


def _is_foreign_call(frame: NativeFrame) -> bool:
    return is_ctypes(frame) or bare_symbol(frame).startswith("ffi_call")  # linked into _ctypes
