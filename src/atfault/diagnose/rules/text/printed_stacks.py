"""Stacks that another tool printed: gdb, faulthandler, pystack, py-spy, pytest-timeout."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from atfault.diagnose.rule import rule
from atfault.diagnose.text.abort_words import BY_SIGNAL, words_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding, SourceLine
from atfault.model.given import SUMMARY, AbortText, StackText, TextFrame, TextThread
from atfault.model.signals import signal_description, signal_name
from atfault.stacks.mine import is_mine
from atfault.text.places import is_system

HEAP = (
    "malloc_printerr", "_int_free", "_int_malloc", "malloc_consolidate", "unlink_chunk",
    "__libc_message",
)  # fmt: skip
WITHOUT_GIL = (
    "without the GIL", "the GIL is released", "current thread state is NULL", "PyThreadState_Get",
)  # fmt: skip
TAKES_GIL = "take_gil", "PyGILState_Ensure", "PyEval_RestoreThread", "PyEval_AcquireThread"
TAKES_LOCK = "__lll_lock", "pthread_mutex_lock", "__pthread_mutex_lock", "___pthread_mutex_lock"
EVAL = "_PyEval_EvalFrame"
CAUSES = (
    "unknown", "python-fatal-error", "stack-overflow", "gil-not-held", "heap-corruption",
    "bad-code-pointer", "uncaught-cpp-exception", "out-of-bounds", "assertion-failed",
    "refcount-corruption", "illegal-instruction", "integer-division-by-zero", "pool-starvation",
    "fork-held-lock", "event-loop-blocked", "self-deadlock", "deadlock", "gil-deadlock",
    "null-dereference", "crash-at-exit", "import-deadlock",
)  # fmt: skip
AT_EXIT = "__run_exit_handlers", "__cxa_finalize", "_dl_fini", "doexit"
NULL_PAGES = 0x10000
WAITING = ("wait", "_wait", "_try_wait", "acquire", "join", "_wait_for_tstate_lock", "result")
"""Functions of the standard library in which nothing aborts by itself."""
_FORTRAN = re.compile(r"\.[fF](?:90|95|03|08|or|77)?$")
_TAKES_LOCK = re.compile(r"(?i)with [\w.]{0,100}(?:lock|mutex)\w{0,40}:|[\w.]{1,100}\.acquire\(")
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
        stacks = stacks._replace(threads=tuple(sorted(stacks.threads, key=lambda t: not _own(t))))
    quotes = [SourceLine(stacks.line, stacks.text)]
    abort = given.abort
    if (
        not isinstance(abort, Absent)
        and _tells_more(abort, cause)
        and not (stacks.signal and abort.signal)
    ):
        cause, summary, sure = words_of(abort)
        quotes.insert(0, SourceLine(abort.line, abort.text))
    yield Finding.of(
        cause=cause,
        summary=summary,
        confidence=sure,
        blame=_blame(stacks, case),
        evidence=_evidence(stacks),
        advice=_advice(stacks),
        quotes=tuple(quotes),
        title=_title(stacks),
    )


def _tells_more(abort: AbortText, cause: str) -> bool:
    """Whether last words say why, and the stacks do not."""
    of_cpp = cause == "uncaught-cpp-exception" and abort.kind == "cpp" and bool(abort.type)
    known = abort.kind != "end" or (abort.sure != "possible" and abort.cause != "killed")
    return of_cpp or (cause in UNEXPLAINED and known)


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
    first = stacks.threads[0] if stacks.threads else None
    names = [one.function for one in first.frames[:12]] if first else []
    if "stack overflow" in message or _is_endless(first):
        sure: Confidence = "certain" if message else "likely"
        return "stack-overflow", "the stack was used up: calls went too deep", sure
    if "deallocating " in message or "negative ref count" in message:
        said = f"native code (a C extension) gave back a reference that was not its own: {message}"
        return "refcount-corruption", said, "certain"
    if any(text in message for text in WITHOUT_GIL):
        return "gil-not-held", f"Python was called without the GIL: {message}", "certain"
    if stacks.lacks and message.startswith("init_"):
        why = f": PYTHONHOME is {stacks.home}" if stacks.home else ""
        said = f"the interpreter did not find its standard library (no {stacks.lacks}){why}"
        return "python-fatal-error", said, "certain"
    if message and not stacks.signal:
        return "python-fatal-error", f"the interpreter gave up: {message}", "certain"
    if any(name.startswith(HEAP) for name in names):
        return "heap-corruption", f"the allocator found its memory damaged, in {names[0]}", "likely"
    if any("__cxa_throw" in name or "std::terminate" in name for name in names):
        return "uncaught-cpp-exception", "a C++ exception was not caught", "likely"
    unnamed = stacks.tool == "gdb" and stacks.signal == 11 and names[:1] == ["??"]
    if unnamed and first is not None and not first.frames[0].module:
        said = "what ran was no code of any library: perhaps a wrong function pointer"
        return "bad-code-pointer", said, "possible"
    own = _own(first) if first else []
    where = f" in {names[0]}" if names else ""
    if own:
        where = f" in {own[0].function} ({own[0].file}:{own[0].row})"
    if stacks.signal == 11 and first is not None and first.frames and first.frames[0].null:
        return "null-dereference", f"{first.frames[0].null} is a null pointer{where}", "likely"
    if stacks.signal == 11 and stacks.address is not None and stacks.address < NULL_PAGES:
        said = f"a null pointer was followed: address {stacks.address:#x}{where}"
        return "null-dereference", said, "likely"
    if stacks.signal and any(name in AT_EXIT for name in names):
        return "crash-at-exit", f"it died as the process was ending{where}", "likely"
    if stacks.signal == 8 and own and _FORTRAN.search(own[0].file):
        said = f"it died{where}, of a floating-point trap (-ffpe-trap) or of an integer division"
        return "unknown", said, "possible"
    if stacks.signal in BY_SIGNAL:
        cause, what = BY_SIGNAL[stacks.signal]
        return cause, f"{what}{where}", "likely"
    if stacks.signal and not (stacks.signal == 6 and first is not None and _waits(first)):
        return "unknown", f"it died{where}; the text does not tell of what", "possible"
    return _hang(stacks, own, where)


def _hang(stacks: StackText, own: Sequence[TextFrame], where: str) -> tuple[str, str, Confidence]:
    """The questions of a hang: of a process that was looked at, or that somebody ended while it
    waited. own: the program's own frames of the first thread."""
    if (waits := _import_ring(stacks.threads)) is not None:
        return waits
    if (ring := _gil_ring(stacks.threads)) is not None:
        return ring
    if _starves(stacks.threads):
        said = f"every worker of a thread pool waits for what the same pool is to run{where}"
        return "pool-starvation", said, "likely"
    if (held := _held_since_fork(stacks.threads)) is not None:
        said = f"a child of fork waits in {held.function} ({held.file}:{held.row}), where another"
        return "fork-held-lock", f"{said} thread of its parent may have held a lock", "possible"
    if (blocks := _blocks_loop(stacks.threads)) is not None:
        said = f"the event loop's thread waited{where}, and no task could run meanwhile"
        return "event-loop-blocked", said, blocks
    if stacks.threads and all(_takes_lock(one) for one in stacks.threads):
        if len(stacks.threads) > 1:
            return "deadlock", "every thread that is shown waits for a lock", "possible"
        if stacks.threads[0].name == "MainThread" and any(
            one.file == own[0].file for one in own[1:]
        ):
            said = f"the only thread waits for a lock{where}, which its own callers may hold"
            return "self-deadlock", said, "possible"
    return "unknown", f"it was{where} when its stacks were printed", "possible"


def _waits(thread: TextThread) -> bool:
    """Whether it stands in a function of the standard library's that only waits."""
    first = thread.frames[0]
    return first.function in WAITING and first not in _own(thread)


def _import_ring(threads: Sequence[TextThread]) -> tuple[str, str, Confidence] | None:
    """A module that waits for a thread as it is imported, while a thread waits for an import."""
    importing = [
        (one, own[0]) for one in threads
        if _waits(one) and any(frame.function == "_find_and_load" for frame in one.frames)
        and (own := _own(one)) and own[0].function == "<module>"
    ]  # fmt: skip
    wanting = [
        (one, own[0]) for one in threads
        if one.frames[0].function == "acquire" and "importlib" in one.frames[0].file
        and (own := _own(one))
    ]  # fmt: skip
    if not importing or not wanting:
        return None
    (_, at), (other, to) = importing[0], wanting[0]
    said = (
        f"{at.file}:{at.row} waits for a thread while it is imported, and {other.name} waits for"
        f" an import in {to.function} ({to.file}:{to.row})"
    )
    return "import-deadlock", said, "likely"


def _is_in(frame: TextFrame, function: str, file: str) -> bool:
    return frame.function == function and frame.file.replace("\\", "/").endswith(file)


def _starves(threads: Sequence[TextThread]) -> bool:
    """All workers of ThreadPoolExecutors wait for futures, and nothing else runs such."""
    files = [frame.file.replace("\\", "/") for one in threads for frame in one.frames]
    if any("futures/process.py" in file or "/asyncio/" in file for file in files):
        return False
    workers = [
        one for one in threads
        if any(_is_in(frame, "_worker", "futures/thread.py") for frame in one.frames)
    ]  # fmt: skip
    return bool(workers) and all(
        any(_is_in(frame, "result", "futures/_base.py") for frame in one.frames[:4])
        for one in workers
    )


def _gil_ring(threads: Sequence[TextThread]) -> tuple[str, str, Confidence] | None:
    """A thread that Python called waits for a native lock, while another one, which may hold that,
    waits for the GIL: surer where both are in code of one class or file."""
    names = [[frame.function for frame in one.frames] for one in threads]
    wanting = [
        (one, own) for one, called in zip(threads, names)
        if any(name.startswith(TAKES_GIL) for name in called[:8]) and (own := _own(one))
    ]  # fmt: skip
    for one, called in zip(threads, names):
        own = _own(one)
        has_gil = any(name.startswith(EVAL) for name in called) and not any(
            name.startswith((*TAKES_GIL, "PyEval_SaveThread")) for name in called
        )
        if not (own and wanting and has_gil and any(n.startswith(TAKES_LOCK) for n in called[:6])):
            continue
        kin = next((pair for pair in wanting if _are_kin(own, pair[1])), None)
        other, theirs = kin or wanting[0]
        who = f"{other.name} waits for the GIL in {theirs[0].function}"
        said = f"{own[0].function} waits for a lock and seems to have the GIL, and {who}"
        return "gil-deadlock", said, "likely" if kin else "possible"
    return None


def _are_kin(some: Sequence[TextFrame], others: Sequence[TextFrame]) -> bool:
    def homes(frames: Sequence[TextFrame]) -> set[str]:
        classes = {one.function.partition("(")[0].rpartition("::")[0] for one in frames}
        return (classes | {one.file for one in frames}) - {""}

    return bool(homes(some) & homes(others))


def _held_since_fork(threads: Sequence[TextThread]) -> TextFrame | None:
    """Where a child of multiprocessing's fork stands still, in a file that another thread, which it
    has not, was in: code of a lock's is no frame of Python's."""
    children = [
        one for one in threads
        if any(_is_in(frame, "_launch", "multiprocessing/popen_fork.py") for frame in one.frames)
    ]  # fmt: skip
    others = [one for one in threads if one not in children]
    for child in children:
        at = child.frames[0]
        if child.state == "idle" and any(
            at in _own(child)[:1] and at.file == frame.file for one in others for frame in _own(one)
        ):
            return at
    return None


def _blocks_loop(threads: Sequence[TextThread]) -> Confidence | None:
    """How sure it is that what a callback of asyncio's called waits, and not the loop itself: more
    where it is found in the same place again. py-spy alone tells who waits (idle)."""
    blocked = []
    for one in threads:
        runs = (at for at, frame in enumerate(one.frames) if _is_in(frame, "_run", "/events.py"))
        called = one.frames[: next(runs, 0)]
        waits_inside = called and _is_in(called[0], "select", "selectors.py")  # a loop in a loop
        idle = one.state == "idle" or _waits(one)
        if idle and not waits_inside and _own(one._replace(frames=called)):
            blocked.append(called)
    if not blocked:
        return None
    return "likely" if blocked.count(blocked[0]) > 1 else "possible"


def _takes_lock(thread: TextThread) -> bool:
    """Whether it stands in a line of the program's own that takes a lock."""
    first = thread.frames[0]
    return first in _own(thread) and _TAKES_LOCK.match(first.code) is not None


def _is_endless(thread: TextThread | None) -> bool:
    """The same function again and again, down to where the printing stopped."""
    if thread is None or len(thread.frames) < 90:
        return False
    names = [one.function for one in thread.frames[5:90]]
    return len(set(names)) <= 4


def _is_of_opt(file: str) -> bool:
    """Whether it is a program's own Python file in /opt, where others have only libraries."""
    return file.startswith("/opt/") and file.endswith(".py") and "-packages/" not in file


def _own(thread: TextThread) -> list[TextFrame]:
    return [
        one for one in thread.frames
        if one.row and (not is_system(one.file) or _is_of_opt(one.file))
        and not one.file.startswith("<")
        and not one.file.startswith(("../", "./")) and "/lib/python" not in one.file
        and re.split(r"[/.]", one.file)[0] not in sys.stdlib_module_names  # as py-spy cuts them
    ]  # fmt: skip


def _blame(stacks: StackText, case: Case) -> tuple[Blame, ...]:
    found = []
    for thread in stacks.threads[:4]:
        every = _own(thread)
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
