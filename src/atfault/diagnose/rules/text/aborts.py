"""What native code printed as it gave up."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.rule import TELLING, rule
from atfault.diagnose.text.abort_words import causes_told, qt_advice, words_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Finding, SourceLine
from atfault.model.given import SUMMARY, AbortText, Given
from atfault.text.ends import CONSEQUENCES
from atfault.text.outcome import MESSAGE

CAUSES = causes_told()
NO_MEMORY = ("std::bad_alloc", "std::bad_array_new_length")
MAX_TEXT = 300
MAX_BETWEEN = 8
_AGAIN = Advice("the text has no stack: run it again under atfault", "atfault run …")


@rule("printed-abort", family="text", causes=CAUSES, plain_title=True, yields_to=(TELLING,))
def printed_abort(case: Case) -> Iterator[Finding]:
    """The last words of native code that gave up are in the text: of the allocator, of a check that
    the compiler built in, of an assertion, of a C++ exception or a Rust panic, of a DataLoader
    whose worker died.

    They say what was noticed, and not who did it: damage of the heap is noticed at some later
    call of the allocator.

    What to do: run it under atfault, which has the stack of the thread that gave up.
    """
    given = case.given
    if isinstance(given, Absent) or isinstance(given.abort, Absent):
        return
    if given.is_build and given.first is not None and given.first.rank != SUMMARY:
        return
    if not isinstance(given.stacks, Absent):
        return  # told with them
    abort = given.abort
    if abort.of_gpu and not isinstance(case.exception, Absent):
        return  # the exception says which line
    first = given.first
    raised = abort.line - first.line if first is not None and first.kind == "exception" else 0
    follows = abort.type in CONSEQUENCES or raised <= MAX_BETWEEN
    if raised > 0 and abort.cause == "unknown" and follows:
        return  # from that: a watchdog's word of other ranks; Qt's end where a slot raised
    cause, summary, sure = words_of(abort)
    yield Finding.of(
        cause=cause,
        summary=summary[:MAX_TEXT],
        confidence=sure,
        blame=_blame(case),
        evidence=_evidence(abort, case),
        advice=_advice(abort),
        quotes=_quotes(abort, given),
        title=_TITLES[abort.kind],
    )


def _quotes(abort: AbortText, given: Given) -> tuple[SourceLine, ...]:
    once = {abort.line: SourceLine(abort.line, abort.text)}
    for line in given.telling:
        once.setdefault(line.line, line)
    return tuple(once.values())


_TITLES = {
    "heap": "Aborted, as the C library printed it", "rust": "A panic of Rust code",
    "check": "Aborted, as the C library printed it", "end": "Ended, as the text says",
    "cpp": "Ended by an uncaught C++ exception", "gil": "Aborted by a check of pybind11's",
    "assertion": "Aborted by a failed assertion", "worker": "A worker of the DataLoader died",
    "shared-memory": "Bus error in a worker of the DataLoader",
    "qt": "Aborted by Qt, which found no platform plugin that works",
}  # fmt: skip


def _evidence(abort: AbortText, case: Case) -> Iterator[str]:
    if abort.kind == "heap":
        yield "what damaged it ran before: it is noticed when memory is next allocated or freed"
    if abort.kind == "worker":
        yield "what its parent raises comes of that"
    if abort.lacks:
        yield f"features of processors that the text names: {', '.join(abort.lacks)}"
    if abort.kind == "gil":
        yield "a thread of native code, or code that released the GIL, changed a reference count"
    if abort.type in NO_MEMORY:
        yield "memory was asked for that could not be had, or a size was wrong"
    if abort.names:
        yield f"its message names {', '.join(abort.names)}"


def _advice(abort: AbortText) -> Iterator[Advice | str]:
    if abort.kind == "shared-memory":
        yield "give the container more: docker run --shm-size=8g, or --ipc=host"
        yield "or let workers pass files: torch.multiprocessing.set_sharing_strategy('file_system')"
        return
    if abort.kind == "qt":
        yield from qt_advice(abort)
        return
    if abort.type == MESSAGE:
        yield from (f"its message says: {one}" for one in abort.asks)
        return
    cause = words_of(abort)[0]
    if cause == "illegal-instruction" and abort.instead:
        yield Advice(
            "install what the text names for such processors",
            f"python -m pip install {abort.instead}",
        )
    elif cause == "illegal-instruction":
        yield (
            "install a build for older processors (an emulator has few features, too), or build it"
            " here"
        )
        yield Advice("see what the processor has", "grep -m1 flags /proc/cpuinfo")
    yield _AGAIN
    if abort.kind == "heap":
        yield Advice(
            "and with guarded blocks, which show who writes past one", "atfault run --again …"
        )


def _blame(case: Case) -> tuple[Blame, ...]:
    """Of an exception that the text ends with, or that it came from, or one that passes the end
    on: the lines that it came through."""
    passed = () if isinstance(case.given, Absent) else case.given.passed
    return next(filter(None, (own_lines_of(error, case) for error in (*case.raised, *passed))), ())
