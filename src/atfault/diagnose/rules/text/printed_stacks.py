"""Stacks that another tool printed: gdb, faulthandler, pystack, py-spy, pytest-timeout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.rule import rule
from atfault.diagnose.text.abort_words import causes_told, words_of
from atfault.diagnose.text.printed_crashes import CRASHES, crash_told, where_in
from atfault.diagnose.text.printed_hangs import HANGS, hang_told
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding, SourceLine
from atfault.model.given import SUMMARY, AbortText, StackText, TextFrame, TextThread
from atfault.model.signals import signal_description, signal_name
from atfault.stacks.mine import is_mine
from atfault.text.places import is_system
from atfault.text.stack_tops import own_frames, stood, tops

CAUSES = tuple(
    dict.fromkeys((*HANGS, *CRASHES, *causes_told(), *(one.cause for one in tops() if one.cause)))
)
UNEXPLAINED = ("unknown", "python-fatal-error")
"""What the last words of native code explain, where they stand before the stacks."""
MAX_EVIDENCE = 6


@rule(
    "printed-stacks",
    family="text",
    plain_title=True,
    causes=CAUSES,
)
def printed_stacks(case: Case) -> Iterator[Finding]:
    """The stacks that gdb, faulthandler, pystack, py-spy or pytest-timeout printed, read for your
    own lines.

    Such text has no values, no memory and often no lines, so that a cause is named only where the
    text itself tells it; the innermost line that is not of a library is where to look.

    What to do: ask for a core, or for the same under atfault.
    """
    given = case.given
    if (
        isinstance(given, Absent)
        or isinstance(given.stacks, Absent)
        or not isinstance(given.sanitizer, Absent)
    ):
        return
    if given.is_build and given.first is not None and given.first.rank != SUMMARY:
        return
    stacks = given.stacks
    cause, summary, sure = _what(stacks)
    if not (stacks.signal or stacks.message):  # threads of a library's pool tell least
        by_own = sorted(stacks.threads, key=lambda one: not own_frames(one))
        stacks = stacks._replace(threads=tuple(by_own))
    quotes = [SourceLine(stacks.line, stacks.text)]
    abort = given.abort
    if not isinstance(abort, Absent) and not (stacks.signal and abort.signal):
        more = _tells_more(abort, cause)
        if more and cause != abort.cause:
            cause, summary, sure = words_of(abort)
        if more or abort.kind == "cpp":
            quotes = [SourceLine(abort.line, abort.text), *quotes]
        if more and not any(map(own_frames, stacks.threads)):
            quotes += given.telling
    yield Finding.of(
        cause=cause,
        summary=summary,
        confidence=sure,
        blame=_blame(stacks, case) or _of_place(abort),
        evidence=_evidence(stacks),
        advice=_advice(stacks),
        quotes=tuple(dict.fromkeys(quotes)),
        title=_title(stacks),
    )


def _of_place(abort: AbortText | Absent) -> tuple[Blame, ...]:
    """Where what was thrown says that it was."""
    place = None if isinstance(abort, Absent) else abort.place
    return (
        ()
        if place is None or is_system(place.file)
        else (Blame(place.file, place.row, place.function, ""),)
    )


def _tells_more(abort: AbortText, cause: str) -> bool:
    """Whether last words say why, and the stacks do not."""
    of_cpp = cause == "uncaught-cpp-exception" and abort.kind == "cpp" and bool(abort.type)
    known = abort.kind != "end" or (abort.sure != "possible" and abort.cause != "killed")
    same = abort.cause == cause and bool(abort.cause)
    return of_cpp or same or (cause in UNEXPLAINED and known)


def _title(stacks: StackText) -> str:
    if stacks.signal:
        return (
            f"{signal_description(signal_name(stacks.signal))} ({signal_name(stacks.signal)}), as"
            f" {stacks.tool} printed it"
        )
    return (
        f"Fatal Python error: {stacks.message}"
        if stacks.message
        else f"Stacks that {stacks.tool} printed"
    )


def _what(stacks: StackText) -> tuple[str, str, Confidence]:
    message = stacks.message
    if stacks.lacks and message.startswith("init_"):
        why = f": PYTHONHOME is {stacks.home}" if stacks.home else ""
        said = f"the interpreter did not find its standard library (no {stacks.lacks}){why}"
        return "python-fatal-error", said, "certain"
    if message and not stacks.signal:
        return "python-fatal-error", f"the interpreter gave up: {message}", "certain"
    if (died := crash_told(stacks)) is not None:
        return died
    living = [one for one in stacks.threads if not one.ended]
    first = living[0] if living else None
    waits = first is not None and stacks.signal == 6 and bool(stood(first).wait)
    where = where_in(first)
    if stacks.signal and not waits:
        return "unknown", f"it died{where}; the text does not tell of what", "possible"
    was = f"it was{where} when its stacks were printed"
    return hang_told(stacks.threads) or ("unknown", was, "possible")


def _blame(stacks: StackText, case: Case) -> tuple[Blame, ...]:
    found = []
    for thread in stacks.threads[:4]:
        every = own_frames(thread)
        own = [one for one in every if is_mine(one.file, case.process.python)] or every
        found += [Blame(one.file, one.row, one.function, thread.name) for one in own[:2]]
        if stacks.signal or stacks.message:
            break
    return tuple(found[:4])


def _evidence(stacks: StackText) -> Iterator[str]:
    yield from dict.fromkeys(_stood(stacks.threads[:MAX_EVIDENCE]))
    if len(stacks.threads) > MAX_EVIDENCE:
        yield f"{len(stacks.threads) - MAX_EVIDENCE} more threads are in the text"


def _stood(threads: Sequence[TextThread]) -> Iterator[str]:
    for thread in threads:
        innermost, loading = _innermost(thread)
        place = f" ({innermost.module})" if innermost.module else ""
        if innermost.row:
            place = f" ({innermost.file}:{innermost.row})"
        state = f", {thread.state}" if thread.state else ""
        name = f'thread "{thread.name}"' if thread.name else "the thread"
        yield f"{name}{state} was in {innermost.function}{place}{loading}"


def _innermost(thread: TextThread) -> tuple[TextFrame, str]:
    """The frame to name, and what it did: of an import that which asked for it."""
    first = thread.frames[0]
    if not first.file.startswith("<frozen importlib"):
        return first, ""
    asked = next((one for one in thread.frames if one.file[:1] != "<"), first)
    if all(one.function != "create_module" for one in thread.frames[:4]):
        return asked, ""
    package = asked.file.replace("\\", "/").partition("-packages/")[2].partition("/")[0]
    return asked, f", where an extension module{f' of {package}' if package else ''} was loaded"


def _advice(stacks: StackText) -> Sequence[Advice]:
    if stacks.lacks and stacks.message.startswith("init_"):
        return (
            Advice("let each Python find its own library", "unset PYTHONHOME PYTHONPATH"),
            Advice("where none is set, that Python is damaged or was moved: make it anew"),
        )
    if stacks.tool == "faulthandler":
        return (
            Advice(
                "it has the Python half of the stacks only: ask for a core, or for the same under"
                " atfault",
                "atfault run …",
            ),
        )
    if stacks.signal:
        return (Advice("ask for the core itself: it has the values, too", "atfault core CORE"),)
    return (Advice("of a process that still hangs: who waits for whom", "atfault attach PID"),)
