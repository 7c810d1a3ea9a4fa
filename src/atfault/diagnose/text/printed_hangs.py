"""Who waits for whom among the threads whose stacks another tool printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from atfault.model.counts import counted
from atfault.model.findings import CONFIDENCES, Confidence
from atfault.model.given import TextFrame, TextThread
from atfault.model.roles import FORKS
from atfault.text.stack_tops import Stood, own_frames, stood

EVAL = "_PyEval_EvalFrame"
GIVES_GIL = "PyEval_SaveThread", "PyGILState_Ensure", "PyEval_RestoreThread", "take_gil"
_GOES_ROUND = re.compile(r"(?:continue|pass|(?:while|if|elif) [^()@\[]{1,200}:)$")
"""A line of Python that calls nothing, nor computes."""
_HAS_GIL = re.compile(r"\+gil|Has the GIL")
_OF_PYTHON = re.compile(r"(?:lib)?[Pp]ython")
_COMPILED = (".pyx", ".c", ".cc", ".cpp", ".cu", ".rs", ".f90")
_POOLS = re.compile(r"\b(?:rayon_core|tokio|GOMP_|gomp_|__kmp_|tbb::|blas_thread|folly::|grpc_)")
"""Code that hands work to threads of its own."""
_SERVES = re.compile(r"(?:nfs|cifs|smb2|ceph|fuse|rpc_)")
MAX_BLOCK, MAX_NATIVE = 40, 40
"""Rows of a block that holds a lock; native frames above those of Python."""
JOINS = ("thread-end", "queue-join", "future", "queue-get", "condition", "barrier")
"""Waits for what another thread is to do."""

Answer = tuple[str, str, Confidence]
HANGS = (
    "deadlock", "import-deadlock", "gil-deadlock", "gil-held", "self-deadlock", "busy-loop",
    "fork-unsafe-library", "pool-starvation", "waiting-external", "fork-held-lock", "pipe-full",
    "event-loop-blocked", "waits-for-nobody",
)  # fmt: skip


def hang_told(threads: Sequence[TextThread]) -> Answer | None:
    """What the first of the questions says of threads that somebody has looked at; None where none
    has an answer."""
    every = [stood(one) for one in threads]
    alive = [one for one in every if not one.thread.ended]
    found = (ask(every if ask is _died_before else alive) for ask in _HANGS)
    return min(filter(None, found), key=lambda one: CONFIDENCES.index(one[2]), default=None)


def _at(one: Stood) -> str:
    frame = one.own[0] if one.own else one.thread.frames[0]
    return f" in {frame.function}" + (f" ({frame.file}:{frame.row})" if frame.row else "")


def _lock_ring(threads: Sequence[Stood]) -> Answer | None:
    """The tool names the locks that each thread holds and wants, and they close a ring."""
    holder = {lock: one for one in threads for lock in one.thread.holds}
    for one in threads:
        ring = [one]
        while (behind := holder.get(ring[-1].thread.wants)) is not None and behind not in ring:
            ring.append(behind)
        if behind is one and len(ring) > 1:
            who = [f"{two.thread.name} waits{_at(two)}" for two in ring]
            return "deadlock", f"{', '.join(who)}: each for a lock that the next one has", "certain"
    return None


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
    """The tool says who has the GIL: that is in native code, and others wait for it, or stand in a
    line of Python that waits for nothing else."""
    for one in threads:
        top = one.thread.frames[0]
        native = not _OF_PYTHON.match(top.module or top.file) if not top.row else False
        native = native or top.file.endswith(_COMPILED)
        if not (native and one.own and _HAS_GIL.search(one.thread.state)):
            continue
        others = [two for two in threads if two.wait == "gil"]
        others += [
            two
            for two in threads
            if two.thread.state == "idle" and not two.wait and two.own[:1] == [two.thread.frames[0]]
        ]
        if others:
            said = f"{top.function} keeps the GIL, called{_at(one)}"
            starve = 1 < len(others) == len(threads) - 1
            many = counted(len(others), "thread waits", "threads wait")
            return "gil-held", f"{said}, and {many} for it", "likely" if starve else "possible"
    return None


def _died_before(threads: Sequence[Stood]) -> Answer | None:
    """A thread has ended by an exception, and another one waits for what threads do, in code that
    both were to run."""
    for dead in (one for one in threads if one.thread.ended):
        ran = {(frame.file, frame.function) for frame in dead.own}
        for one in threads:
            waits = one.wait in JOINS and not one.thread.ended
            kin = [frame for frame in one.own if (frame.file, frame.function) in ran]
            if waits and kin:
                said = f"{dead.thread.name} had died of {dead.thread.ended}{_at(dead)}"
                meets = "likely" if one.wait in ("barrier", "condition") else "possible"
                return "waits-for-nobody", f"{said}, and {one.thread.name} waits{_at(one)}", meets  # type: ignore[return-value]
    return None


def _waits_for_itself(threads: Sequence[Stood]) -> Answer | None:
    """A thread waits for a lock at a line that one of its callers has behind it: in the same
    function, further down, inside of the same `with`."""
    for one in threads:
        inner = one.own[0] if one.own else None
        if inner is None or one.wait != "lock" or not inner.row:
            continue
        for outer in one.own[1:]:
            same = (outer.file, outer.function) == (inner.file, inner.function)
            if same and 0 < (outer.row or 0) - inner.row <= MAX_BLOCK:
                between = [two.function for two in one.own[1:] if two is not outer][:1]
                said = f"{one.thread.name} waits{_at(one)} for a lock that it has itself, since"
                through = f", through {between[0]}" if between else ""
                return "self-deadlock", f"{said} row {outer.row} of it{through}", "likely"
    return None


def _forked_without_pool(threads: Sequence[Stood]) -> Answer | None:
    """The only thread of a child of fork waits for the threads of a library's pool, which a child
    has not."""
    for one in threads:
        frames = one.thread.frames
        native = [frame.function for frame in frames[:MAX_NATIVE] if not frame.row]
        alone = [two for two in threads if two.thread.process == one.thread.process] == [one]
        pool = next(filter(_POOLS.search, native), "")
        if pool and alone and one.own and any(_is_in(frame, *FORKS) for frame in frames):
            said = f"a child of fork waits for threads of {pool.partition('::')[0]}{_at(one)}"
            return "fork-unsafe-library", f"{said}, which it has not", "likely"
    return None


def _waits_for_server(threads: Sequence[Stood]) -> Answer | None:
    """The kernel says in which of its functions a process stands: of a file system that a server
    has."""
    for one in threads:
        if one.wait == "server" and not one.thread.frames[0].row:
            by = [frame.function for frame in one.thread.frames if _SERVES.match(frame.function)]
            who = next((two for two in threads if two.own and two.thread.id == one.thread.id), None)
            at = "" if who is None else _at(who)
            said = f"it waits in the kernel for the server of a file system ({', '.join(by[:2])})"
            return "waiting-external", f"{said}{at}", "likely"
    return None


def _asks_itself(threads: Sequence[Stood]) -> Answer | None:
    """A method of an actor of Ray's, which runs one at a time, waits for one that is queued."""
    for one in threads:
        called = [frame.function for frame in one.thread.frames]
        method = one.thread.queued.rpartition(".")[2]
        code = one.own[0].code if one.own else ""
        if (
            one.wait == "task"
            and "actor_method_executor" in called
            and f".{method}.remote(" in code
        ):
            said = f"the actor waits for its own {method}, which is queued{_at(one)}"
            return "pool-starvation", f"{said}, until {one.own[0].function} ends", "likely"
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
            _is_in(frame, *FORKS) for frame in one.thread.frames
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
    if len(threads) > 1 and kinds == {"queue-put", "thread-end"}:
        joins = next(one for one in threads if one.wait == "thread-end")
        said = f"join() waits for a thread{_at(joins)} that waits for room in a queue, and none"
        return "waits-for-nobody", f"{said} of those shown takes from it", "possible"
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
    _lock_ring, _import_ring, _gil_ring, _gil_held, _waits_for_itself, _forked_without_pool,
    _asks_itself, _waits_for_server, _starves, _held_since_fork, _blocks_loop, _fills_pipe,
    _goes_round, _all_wait, _died_before,
)  # fmt: skip
"""The questions of a hang, the surest first."""


def _slashed(frame: TextFrame) -> str:
    return frame.file.replace("\\", "/")


def _is_in(frame: TextFrame, function: str, file: str) -> bool:
    return frame.function == function and _slashed(frame).endswith(file)
