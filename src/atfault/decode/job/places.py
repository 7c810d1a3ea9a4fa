"""Which of the processes that were looked at are ranks of one job, and where each of them is.

    torchrun ─┬─ rank 0   main thread in all_reduce                    in communication
              ├─ rank 1   main thread in save(), or stopped            elsewhere
              │    └─ a loader's worker, in read_shard(): the line that tells where rank 1 is
              └─ rank 2   not there any more                           missing

Children inherit the variables by which a process is a rank: of those of one rank, the outermost
that runs Python is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atfault.decode.job.calls import call_of
from atfault.decode.job.standing import Standing
from atfault.model.absent import Absent
from atfault.model.job import Doing, Job, RankPlace
from atfault.model.places import Place
from atfault.model.process import Rank
from atfault.model.roles import is_multiprocessing
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.waits import LONG, Wait

NO_JOB = Absent("no two of the processes are ranks of one job")
MAX_STACK = 64
MAX_COUNTERS = 16
MAX_COUNT = 1 << 40
WITHIN = frozenset(
    (
        *("lock", "rlock", "condition", "semaphore", "event", "barrier", "queue", "future"),
        *("import-lock", "gil", "mutex", "rwlock", "native-condition", "thread"),
    )
)
"""Kinds of what threads of one process wait for from each other."""
TELLING: tuple[Doing, ...] = ("stopped", "waiting", "sleeping", "disk", "outside", "running")
"""What the workers of a rank do, the one first that tells most of why it waits."""


def job_of(states: Sequence[ProcessState], looks: Mapping[int, Standing]) -> Job | Absent:
    """The job that most of the processes are ranks of. looks: by pid, of those that were looked at
    more than once."""
    by_rank = max(_by_job(states), key=len, default={})
    if len(by_rank) < 2:
        return NO_JOB
    main = {rank: _outermost(members) for rank, members in by_rank.items()}
    places = tuple(_place(main[rank], by_rank[rank], looks) for rank in sorted(main))
    ranks = [state.process.rank for state in main.values() if state.process.rank is not None]
    world = max((one.world_size for one in ranks if one.world_size is not None), default=None)
    launchers = {state.process.ppid for state in main.values()}
    launcher = next((one.process.pid for one in states if {one.process.pid} == launchers), 0)
    missing = _expected(ranks, world, _dead(states, launcher)) - main.keys()
    return Job(world, places, tuple(sorted(missing)), launcher)


def place_of_rank(members: Sequence[ProcessState], looks: Mapping[int, Standing]) -> RankPlace:
    """Of the processes that have the variables of one rank, with what tells where it is."""
    return _place(_outermost(members), members, looks)


def may_wait_for_worker(place: RankPlace) -> bool:
    """Whether a worker of the rank may tell more of where it is."""
    return place.call is None and place.doing in ("waiting", "outside")


def _by_job(states: Sequence[ProcessState]) -> list[dict[int, list[ProcessState]]]:
    """Of each job, its processes by rank."""
    jobs: dict[str, dict[int, list[ProcessState]]] = {}
    for state in states:
        rank = state.process.rank
        if rank is not None:
            jobs.setdefault(rank.job, {}).setdefault(rank.rank, []).append(state)
    return list(jobs.values())


def _outermost(members: Sequence[ProcessState]) -> ProcessState:
    """Of the processes that have the variables of one rank: the one that the others descend from,
    without what only starts it (a shell)."""
    pythons = [one for one in members if not isinstance(one.python, Absent)] or members
    pids = {one.process.pid for one in pythons}
    return next((one for one in pythons if one.process.ppid not in pids), pythons[0])


def _dead(states: Sequence[ProcessState], launcher: int) -> int:
    """How many children of the launcher have ended."""
    state = next((one for one in states if one.process.pid == launcher), None)
    if state is None or isinstance(state.waiting.relatives, Absent):
        return 0
    return sum(one.ppid == launcher and one.has_died for one in state.waiting.relatives)


def _expected(ranks: Sequence[Rank], world: int | None, dead: int) -> set[int]:
    """The ranks that are to be on this machine, as far as the launcher has told."""
    local = {one.local_size for one in ranks}
    bases = {one.rank - one.local_rank for one in ranks if one.local_rank is not None}
    if world is not None and (local == {world} or world == len(ranks) + dead):
        return set(range(min(world, 1 << 16)))
    size = local.pop() if len(local) == 1 else None
    if size is None or len(bases) != 1 or size > 1 << 16:
        return set()
    base = bases.pop()
    return set(range(base, base + size))


def _place(
    state: ProcessState, members: Sequence[ProcessState], looks: Mapping[int, Standing]
) -> RankPlace:
    """Of a rank, or of the worker of it that tells more."""
    own = _place_of(state, looks, state.process.rank)
    if not may_wait_for_worker(own):
        return own
    workers = [
        place
        for one in members
        if one is not state
        for place in (_place_of(one, looks, state.process.rank, is_worker=True),)
        if place.line is not None
        and not place.line.file.startswith("<")  # `python -c` is no worker
    ]
    return min(workers, key=lambda one: TELLING.index(one.doing or "running"), default=own)


def _place_of(
    state: ProcessState,
    looks: Mapping[int, Standing],
    rank: Rank | None,
    *,
    is_worker: bool = False,
) -> RankPlace:
    pid = state.process.pid
    thread = next((one for one in state.threads if one.thread.tid == pid), None)
    look = looks.get(pid)
    stands = None if look is None else look.is_same
    number = 0 if rank is None else rank.rank
    if thread is None:
        return RankPlace(number, pid, pid, None, None, (), "", stands, is_worker=is_worker)
    frames = thread.stack.frames
    if is_worker:  # what lies further out, it was forked with
        began = next((at for at, one in enumerate(frames) if _is_bootstrap(one)), len(frames))
        frames = frames[:began]
    doing = _doing(state, thread)
    call = call_of(thread) if doing != "stopped" and not is_worker else None
    waits = [one for one in state.waiting.waits if one.tid == pid]
    if look is not None and look.wakes and waits and all(map(_is_endless, waits)):
        stands = False  # it was in another wait before
    places = tuple(_places(frames))
    return RankPlace(
        number,
        pid,
        pid,
        call,
        next((one for one in places if one.mine), None),
        places[:MAX_STACK],
        doing,
        stands,
        tuple(_counters(frames))[:MAX_COUNTERS],
        is_worker,
    )


def _is_bootstrap(frame: ThreadFrame) -> bool:
    """Whether a worker began there."""
    code = None if frame.python is None else frame.python.code
    return code is not None and code.name == "_bootstrap" and is_multiprocessing(code.filename)


def _places(frames: Sequence[ThreadFrame]) -> Iterator[Place]:
    for index, frame in enumerate(frames):
        if frame.python is not None:
            where = frame.python.location
            yield Place(where.file, where.line, frame.python.code.name, index, frame.mine)


def _counters(frames: Sequence[ThreadFrame]) -> Iterator[tuple[str, int]]:
    """The integers among the user's own variables, the outermost frame's first: what counts the
    turns of a job stands there."""
    for frame in reversed(frames):
        if frame.python is None or not frame.mine:
            continue
        for one, value in frame.python.values:
            number = value.number
            if one.kind == "operand" or value.type != "int" or not isinstance(number, int):
                continue
            if abs(number) < MAX_COUNT:
                yield f"{frame.python.code.name} {one.name}", number


def _is_endless(wait: Wait) -> bool:
    is_long = wait.left is not None and wait.left >= LONG
    return is_long or (wait.timeout is False and wait.again is None)


def _doing(state: ProcessState, thread: ThreadState) -> Doing:
    if thread.thread.state == "T":
        return "stopped"
    if thread.thread.state == "D":
        return "disk"
    waits = [one for one in state.waiting.waits if one.tid == thread.thread.tid]
    if not waits:
        return "running"
    if not all(map(_is_endless, waits)):
        return "outside"
    kinds = {one.resource.kind for one in waits}
    if kinds == {"time"}:
        return "sleeping"
    return "waiting" if kinds <= WITHIN and not _may_be_ended(state, thread) else "outside"


def _may_be_ended(state: ProcessState, thread: ThreadState) -> bool:
    """Whether another thread of the process runs Python and may come to end it: it does not wait
    for its own process for ever, nor for work, and is none whose code could not do that."""
    apart = {
        tid
        for one in state.waiting.waits
        if one.tid == thread.thread.tid
        for tid in (*one.apart, *one.bystanders)
    }
    stuck = {
        one.tid
        for one in state.waiting.waits
        if one.idle or one.idles or (one.resource.kind in WITHIN and _is_endless(one))
    }
    return any(
        one.runs_python and one.thread.tid not in apart | stuck
        for one in state.threads
        if one is not thread
    )
