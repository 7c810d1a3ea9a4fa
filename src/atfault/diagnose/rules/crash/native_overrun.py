"""out-of-bounds, as found by the C library's and compiler's own checks."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.facts import (
    SIGABRT,
    SIGSEGV,
    STACK_CHECK,
    describe_frame,
    is_libc,
    is_stack_check,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState
from atfault.text.libc_messages import SMASHED, overrun_words

REPORTERS = (STACK_CHECK, "__fortify_fail", "__chk_fail", "__libc_message", "abort", "raise")


@rule("native-overrun", causes=("out-of-bounds",), needs=(Need.SIGNAL,), on=(SIGABRT, SIGSEGV))
def native_overrun(case: Case) -> Iterator[Finding]:
    """Native code overran one of its own buffers, and a built-in check noticed.

    The compiler's stack protector ("stack smashing detected") or the C library's fortified
    functions ("buffer overflow detected") ended the program. The buffer is a C array inside the
    function named, so no Python variable is involved; what was passed in was larger than it
    expected.
    """
    state = case.process
    message = state.abort.said
    told = f'a built-in check ended the program: "{message}"'
    if is_stack_check(state):
        message = SMASHED
        told = f"the compiler's check of its stack frame called {STACK_CHECK}"
    what = overrun_words(message)
    if not what:
        return
    culprit = _culprit(state)
    actor = describe_frame(culprit) if culprit else "a native function"
    yield Finding.of(
        summary=f"{actor} {what}",
        confidence="certain",
        evidence=(told,),
        advice=(f"check the sizes of what is passed to the native call{on_line(state)}",),
    )


def _culprit(state: ProcessState) -> NativeFrame | None:
    """The function whose check failed: the caller of the reporting functions."""
    seen = False
    for frame in native_frames(state.crashed)[:16]:
        reporter = any(name in frame.symbol for name in REPORTERS) or "_chk" in frame.symbol
        if seen and not reporter and (frame.symbol or not is_libc(frame)):
            return frame if frame.trust == "cfi" else None
        seen = seen or reporter
    return None
