"""Stacks that another tool printed: gdb, faulthandler, pystack, py-spy, pytest-timeout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from atfault.diagnose.rule import rule
from atfault.diagnose.text.abort_words import BY_SIGNAL, words_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Confidence, Finding, SourceLine
from atfault.model.given import SUMMARY, AbortText, StackText, TextFrame, TextThread
from atfault.model.process import FIRST_64K
from atfault.model.signals import signal_description, signal_name
from atfault.stacks.mine import is_mine
from atfault.text.stack_tops import Stood, died_of, own_frames, stood

EVAL = "_PyEval_EvalFrame"
GIVES_GIL = "PyEval_SaveThread", "PyGILState_Ensure", "PyEval_RestoreThread", "take_gil"
CAUSES = (
    "unknown", "python-fatal-error", "stack-overflow", "gil-not-held", "heap-corruption",
    "bad-code-pointer", "uncaught-cpp-exception", "out-of-bounds", "assertion-failed",
    "refcount-corruption", "illegal-instruction", "integer-division-by-zero", "pool-starvation",
    "fork-held-lock", "event-loop-blocked", "self-deadlock", "deadlock", "gil-deadlock",
    "null-dereference", "crash-at-exit", "import-deadlock", "gil-held", "busy-loop", "pipe-full",
    "waits-for-nobody", "missing-library", "missing-symbol", "data-race", "abi-mismatch",
    "collective-mismatch", "configuration", "cuda-device-assert", "cuda-illegal-access",
    "cuda-launch-failure", "cuda-out-of-memory", "disk-full", "fork-unsafe-library",
    "index-out-of-range", "killed", "message-mismatch", "missing-tool", "network-error",
    "out-of-memory", "python-version", "shared-memory-full", "waits-for-rank",
)  # fmt: skip
_FORTRAN = re.compile(r"\.[fF](?:90|95|03|08|or|77)?$")
_GOES_ROUND = re.compile(r"(?:continue|pass|(?:while|if|elif) [^()@\[]{1,200}:)$")
"""A line of Python that calls nothing, nor computes."""
_HAS_GIL = re.compile(r"\+gil|Has the GIL")
_OF_PYTHON = re.compile(r"(?:lib)?[Pp]ython")
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
    if (
        not isinstance(abort, Absent)
        and _tells_more(abort, cause)
        and not (stacks.signal and abort.signal)
    ):
        cause, summary, sure = words_of(abort)
        quotes = list(dict.fromkeys((SourceLine(abort.line, abort.text), *quotes)))
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
    first = stacks.threads[0] if stacks.threads else None
    frames = first.frames[:12] if first else ()
    if _is_endless(first):
        return "stack-overflow", "the stack was used up: calls went too deep", "likely"
    if stacks.lacks and message.startswith("init_"):
        why = f": PYTHONHOME is {stacks.home}" if stacks.home else ""
        said = f"the interpreter did not find its standard library (no {stacks.lacks}){why}"
        return "python-fatal-error", said, "certain"
    if message and not stacks.signal:
        return "python-fatal-error", f"the interpreter gave up: {message}", "certain"
    ended = [one.frames for one in stacks.threads if one.crashed or one is first]
    if (died := next(filter(None, map(died_of, ended)), None)) is not None:
        return died
    own = own_frames(first) if first else []
    where = f" in {frames[0].function}" if frames else ""
    if own:
        where = f" in {own[0].function} ({own[0].file}:{own[0].row})"
    unnamed = stacks.tool == "gdb" and stacks.signal == 11 and frames and frames[0].function == "??"
    if unnamed and not frames[0].module:
        said = "what ran was no code of any library: perhaps a wrong function pointer, called"
        return "bad-code-pointer", f"{said}{where}", "possible"
    if stacks.signal == 11 and frames and frames[0].null:
        return "null-dereference", f"{frames[0].null} is a null pointer{where}", "likely"
    if stacks.signal == 11 and stacks.address is not None and stacks.address < FIRST_64K:
        said = f"a null pointer was followed: address {stacks.address:#x}{where}"
        return "null-dereference", said, "likely"
    if stacks.signal and (at_exit := died_of(frames, "exit")) is not None:
        return at_exit[0], f"{at_exit[1]}{where}", at_exit[2]
    if stacks.signal == 8 and own and _FORTRAN.search(own[0].file):
        said = f"it died{where}, of a floating-point trap (-ffpe-trap) or of an integer division"
        return "unknown", said, "possible"
    if stacks.signal in BY_SIGNAL:
        cause, what = BY_SIGNAL[stacks.signal]
        return cause, f"{what}{where}", "likely"
    threads = [stood(one) for one in stacks.threads]
    if stacks.signal and not (stacks.signal == 6 and threads and threads[0].wait):
        return "unknown", f"it died{where}; the text does not tell of what", "possible"
    found = (ask(threads) for ask in _HANGS)
    was = f"it was{where} when its stacks were printed"
    return next(filter(None, found), ("unknown", was, "possible"))


# ---- of a process that was looked at, or that somebody ended while it waited --------------------

Answer = tuple[str, str, Confidence]


def _at(one: Stood) -> str:
    frame = one.own[0] if one.own else one.thread.frames[0]
    return f" in {frame.function}" + (f" ({frame.file}:{frame.row})" if frame.row else "")


def _import_ring(threads: Sequence[Stood]) -> Answer | None:
    """A module that waits for a thread as it is imported, while a thread waits for an import."""
    importing = [
        one for one in threads
        if one.wait and any(frame.function == "_find_and_load" for frame in one.thread.frames)
        and one.own and one.own[0].function == "<module>"
    ]  # fmt: skip
    wanting = [one for one in threads if one.wait == "import" and one.own]
    if not importing or not wanting:
        return None
    at, other = importing[0].own[0], wanting[0]
    said = (
        f"{at.file}:{at.row} waits for a thread while it is imported, and {other.thread.name}"
        f" waits for an import{_at(other)}"
    )
    return "import-deadlock", said, "likely"


def _gil_ring(threads: Sequence[Stood]) -> Answer | None:
    """A thread that Python called waits for a native lock, while another one, which may hold that,
    waits for the GIL: surer where both are in code of one class or file."""
    wanting = [one for one in threads if one.wait == "gil" and one.own]
    for one in threads:
        names = [frame.function for frame in one.thread.frames]
        has_gil = any(name.startswith(EVAL) for name in names) and not any(
            name.startswith(GIVES_GIL) for name in names
        )
        if not (one.own and wanting and one.wait == "mutex" and has_gil):
            continue
        kin = next((other for other in wanting if _are_kin(one.own, other.own)), None)
        other = kin or wanting[0]
        who = f"{other.thread.name} waits for the GIL in {other.own[0].function}"
        said = f"{one.own[0].function} waits for a lock and seems to have the GIL, and {who}"
        return "gil-deadlock", said, "likely" if kin else "possible"
    return None


def _are_kin(some: Sequence[TextFrame], others: Sequence[TextFrame]) -> bool:
    def homes(frames: Sequence[TextFrame]) -> set[str]:
        classes = {one.function.partition("(")[0].rpartition("::")[0] for one in frames}
        return (classes | {one.file for one in frames}) - {""}

    return bool(homes(some) & homes(others))


def _gil_held(threads: Sequence[Stood]) -> Answer | None:
    """The tool says who has the GIL: that is in native code, and others wait for it."""
    others = [one for one in threads if one.wait == "gil"]
    for one in threads:
        top = one.thread.frames[0]
        native = not top.row and not _OF_PYTHON.match(top.module or top.file)
        if others and native and one.own and _HAS_GIL.search(one.thread.state):
            said = f"{top.function} keeps the GIL, called{_at(one)}"
            starve = 1 < len(others) == len(threads) - 1
            many = counted(len(others), "thread waits", "threads wait")
            return "gil-held", f"{said}, and {many} for it", "likely" if starve else "possible"
    return None


def _starves(threads: Sequence[Stood]) -> Answer | None:
    """All workers of ThreadPoolExecutors wait for futures, and nothing else runs such."""
    files = [_slashed(frame) for one in threads for frame in one.thread.frames]
    if any("futures/process.py" in file or "/asyncio/" in file for file in files):
        return None
    workers = [
        one for one in threads
        if any(_is_in(frame, "_worker", "futures/thread.py") for frame in one.thread.frames)
    ]  # fmt: skip
    if not workers or any(one.wait != "future" for one in workers):
        return None
    said = "every worker of a thread pool waits for what the same pool is to run"
    return "pool-starvation", f"{said}{_at(threads[0])}", "likely"


def _held_since_fork(threads: Sequence[Stood]) -> Answer | None:
    """A child of multiprocessing's fork stands still in a file that another thread, which it has
    not, was in: code of a lock's is no frame of Python's."""
    children = [
        one for one in threads
        if any(
            _is_in(frame, "_launch", "multiprocessing/popen_fork.py") for frame in one.thread.frames
        )
    ]  # fmt: skip
    files = {frame.file for one in threads if one not in children for frame in one.own}
    for one in children:
        at = one.thread.frames[0]
        if one.thread.state == "idle" and at in one.own[:1] and at.file in files:
            said = f"a child of fork waits{_at(one)}, where another thread of its parent may have"
            return "fork-held-lock", f"{said} held a lock", "possible"
    return None


def _blocks_loop(threads: Sequence[Stood]) -> Answer | None:
    """What a callback of asyncio's called waits, and not the loop itself: surer where it is found
    in the same place again. py-spy alone tells who waits (idle)."""
    blocked = []
    for one in threads:
        frames = one.thread.frames
        runs = (at for at, frame in enumerate(frames) if _is_in(frame, "_run", "/events.py"))
        called = frames[: next(runs, 0)]
        waits_inside = one.wait == "events"  # a loop in a loop
        idle = one.thread.state == "idle" or one.wait
        if idle and not waits_inside and own_frames(one.thread._replace(frames=called)):
            blocked.append(called)
    if not blocked:
        return None
    said = f"the event loop's thread waited{_at(threads[0])}, and no task could run meanwhile"
    return "event-loop-blocked", said, "likely" if blocked.count(blocked[0]) > 1 else "possible"


def _fills_pipe(threads: Sequence[Stood]) -> Answer | None:
    """One waits for room in a pipe, and another for the end of a process, or its answer."""
    writes = any(one.wait == "pipe-write" for one in threads)
    waits = next((one for one in threads if one.wait in ("child", "pipe-read")), None)
    if waits is None or not writes:
        return None
    said = (
        f"a process waits for room in a pipe (pipe_write), while another waits for it{_at(waits)}"
    )
    return "pipe-full", said, "likely" if waits.wait == "child" else "possible"


def _goes_round(threads: Sequence[Stood]) -> Answer | None:
    """The only thread that runs is found in the same line each time, which calls nothing."""
    running = [one for one in threads if one.thread.state.startswith("active")]
    same = {(one.thread.id, one.thread.frames) for one in running}
    if len(running) < 2 or len(same) > 1 or not _GOES_ROUND.match(running[0].thread.frames[0].code):
        return None
    said = f"it goes round{_at(running[0])}: found there {len(running)} times, and the line calls"
    return "busy-loop", f"{said} nothing", "likely" if len(running) > 2 else "possible"


def _all_wait(threads: Sequence[Stood]) -> Answer | None:
    """All that are shown wait for each other's kind."""
    first = threads[0] if threads else None
    waits = {  # what native frames tell, which another dump of the same line may leave out
        one.own[0][:3]: one.wait for one in threads if one.own and not one.thread.frames[0].row
    }
    kinds = {one.wait or (waits.get(one.own[0][:3], "") if one.own else "") for one in threads}
    if first is None or not kinds:
        return None
    if kinds == {"mpi-receive"} and len({one.thread.id for one in threads}) > 1:
        said = f"every rank that is shown waits for a message of another{_at(first)}"
        return "deadlock", said, "possible"
    if len(threads) > 1 and kinds in ({"queue-get", "queue-join"}, {"queue-get", "thread-end"}):
        joins = next(one for one in threads if one.wait != "queue-get")
        what = "task_done()" if joins.wait == "queue-join" else "the end of a thread"
        said = f"join() waits for {what}{_at(joins)}, and all other threads wait for another item"
        return "waits-for-nobody", said, "likely" if joins.wait == "queue-join" else "possible"
    if kinds != {"lock"}:
        return None
    if len(threads) > 1:
        return "deadlock", "every thread that is shown waits for a lock", "possible"
    if first.thread.name == "MainThread" and any(
        one.file == first.own[0].file for one in first.own[1:]
    ):
        said = f"the only thread waits for a lock{_at(first)}, which its own callers may hold"
        return "self-deadlock", said, "possible"
    return None


_HANGS: tuple[Callable[[Sequence[Stood]], Answer | None], ...] = (
    _import_ring, _gil_ring, _gil_held, _starves, _held_since_fork, _blocks_loop, _fills_pipe,
    _goes_round, _all_wait,
)  # fmt: skip
"""The questions of a hang, the surest first."""


def _slashed(frame: TextFrame) -> str:
    return frame.file.replace("\\", "/")


def _is_in(frame: TextFrame, function: str, file: str) -> bool:
    return frame.function == function and _slashed(frame).endswith(file)


def _is_endless(thread: TextThread | None) -> bool:
    """The same function again and again, down to where the printing stopped."""
    if thread is None or len(thread.frames) < 90:
        return False
    names = [one.function for one in thread.frames[5:90]]
    return len(set(names)) <= 4


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
