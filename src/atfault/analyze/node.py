"""The ranks of jobs on one machine, looked at in one go: what `ranks collect` writes of them.

open         all of them, and their workers
first look   at each, before anything is decoded             (decode/job/standing.py)
decode       each rank; of one that waits within its process, its workers, too
more looks   at those
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from atfault.analyze.live import decoded
from atfault.contained import contained
from atfault.decode.job.places import may_wait_for_worker, place_of_rank
from atfault.decode.job.standing import JobLooks, Standing
from atfault.diagnose.engine import diagnose
from atfault.diagnose.order import says_what_is_wrong
from atfault.errors import AtfaultError
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.collected import (
    MAX_FRAMES,
    MAX_THREADS,
    Frames,
    RankRecord,
    head_line,
    rank_line,
    stack_hash,
    stack_line,
)
from atfault.model.counts import counted
from atfault.model.findings import is_fault
from atfault.model.job import Found, RankPlace
from atfault.model.places import Place
from atfault.model.process import RANK_VARIABLES, Rank, rank_of
from atfault.model.secret_texts import mask_text
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.family import descendants
from atfault.snapshot.machine import LASTS, Machine
from atfault.snapshot.target import Target

MAX_PROCESSES = 1024
"""Ranks and their workers that are looked at; the first of them by number."""
MAX_WORKERS = 64
"""Of one rank, that are decoded."""
OURS = "atfault"
ENDED = "it ended while it was looked at"
_ADDRESS = re.compile(r" (?:at )?0x[0-9a-f]+\b")
Ranks = Mapping[int, Rank]
"""By pid, of processes that have the variables of a rank."""
Key = tuple[str, int]
"""Of a rank: its job and number."""


class NodeLook(NamedTuple):
    """What came of it."""

    records: tuple[RankRecord, ...]
    """By job and rank."""
    stacks: dict[str, Frames]
    """Of the threads that `records` name, by their hashes."""
    warnings: tuple[str, ...]

    def text(self, host: str) -> str:
        """As a file of atfault.rank/1."""
        lines = (*map(stack_line, self.stacks.values()), *map(rank_line, self.records))
        return "".join((head_line(host), *lines))


def ranks_of_user() -> Ranks:
    """The processes of whoever asks that have a rank in their environment."""
    mine = os.geteuid()
    return _with_rank(one for one in procfs.processes() if procfs.owner(one) == mine)


def ranks_below(pids: Iterable[int]) -> Ranks:
    """Of these processes and their descendants, those that have a rank in their environment."""
    return _with_rank({below for one in pids for below in (one, *descendants(one))})


def _with_rank(pids: Iterable[int]) -> Ranks:
    """Without atfault's own, which a launcher may have given a rank as well."""
    found = {}
    for pid in pids:
        rank = rank_of(procfs.variables(pid, RANK_VARIABLES))
        if rank is not None and not _is_ours(procfs.arguments(pid)):
            found[pid] = rank
    return found


def _is_ours(argv: Sequence[str]) -> bool:
    """python /usr/bin/atfault ranks …, python -m atfault run …"""
    return OURS in [os.path.basename(one) for one in argv[:3]]


def look_at_node(ranks: Ranks, options: Options, *, is_watched: bool = True) -> NodeLook:
    """Look at some ranks. is_watched: there is time to see whether they stand.

    Who cannot be looked at is told in the warnings, and is a rank of which nothing is known; who
    ends meanwhile is one that has ended.
    """
    warnings: list[str] = []
    by_rank: dict[Key, list[int]] = {}
    for pid in sorted(ranks)[:MAX_PROCESSES]:
        by_rank.setdefault((ranks[pid].job, ranks[pid].rank), []).append(pid)
    records: list[RankRecord] = []
    stacks: dict[str, Frames] = {}
    with ExitStack() as opened:
        targets, machine = {}, Machine(LASTS)
        for pid in (one for pids in by_rank.values() for one in pids):
            with _told(pid, warnings):
                targets[pid] = opened.enter_context(Target(pid, machine=machine))
        looks = JobLooks(list(targets.values()))
        found = {
            key: _decoded([targets[one] for one in pids if one in targets], options, warnings)
            for key, pids in sorted(by_rank.items())
        }
        of = {one.process.pid for states in found.values() for one in states}
        standing: dict[int, Standing] = {}
        with contained("looking at the ranks again", warnings):
            standing = looks.standing(is_watched=is_watched, of=of)
        for key, states in found.items():
            with contained(f"telling of rank {key[1]}", warnings):
                rank, pid = ranks[by_rank[key][0]], by_rank[key][0]
                records.append(_record(rank, pid, states, standing, stacks))
    if len(ranks) > MAX_PROCESSES:
        more = counted(len(ranks) - MAX_PROCESSES, "more process", "more processes")
        warnings.append(f"{more} of ranks not looked at")
    return NodeLook(tuple(records), stacks, tuple(warnings))


@contextmanager
def _told(pid: int, warnings: list[str]) -> Iterator[None]:
    """What stands in the way of a look at a process is a warning."""
    try:
        with contained(f"looking into process {pid}", warnings):
            yield
    except AtfaultError as error:
        warnings.append(f"process {pid} ({procfs.comm(pid) or 'gone'}): {error}")


def _decoded(
    targets: Sequence[Target], options: Options, warnings: list[str]
) -> list[ProcessState]:
    """Of the processes that have the variables of one rank: the outermost that runs Python, and its
    workers where they may tell more."""
    pids = {one.pid for one in targets}
    pending = sorted(targets, key=lambda one: (one.process.ppid in pids, one.pid))
    states: list[ProcessState] = []
    for number, target in enumerate(pending):
        with _told(target.pid, warnings):
            states.append(decoded(target, options)[1])
        if not any(not isinstance(one.python, Absent) for one in states):
            continue  # a shell, which started it
        if number >= MAX_WORKERS or not may_wait_for_worker(place_of_rank(states, {})):
            break
    return states


def _record(
    rank: Rank,
    pid: int,
    states: list[ProcessState],
    standing: Mapping[int, Standing],
    stacks: dict[str, Frames],
) -> RankRecord:
    """Of one rank. stacks: takes those of its other threads."""
    if not states:
        place = RankPlace(rank.rank, pid, pid, None, None, ())
        if not procfs.lives(pid):
            place = place._replace(doing="dead", ended=ENDED)
        return RankRecord(place, rank.world_size, rank.job)
    place = place_of_rank(states, standing)
    main = next((one for one in states if one.process.pid == place.pid), states[0])
    look = standing.get(place.pid)
    own, *workers = (main, *[one for one in states if one is not main])
    threads = []
    for thread in own.threads[: MAX_THREADS + 1]:
        frames = _frames(thread)
        if thread.thread.tid != place.tid and frames:
            threads.append(stack_hash(frames))
            stacks[threads[-1]] = frames
    return RankRecord(
        place._replace(found=_found(Case(own, tuple(workers)), place)),
        rank.world_size,
        rank.job,
        command=_command(own.process.argv),
        looked=(0.0, 0.0) if look is None else look.looked,
        threads=tuple(sorted(threads)),
    )


def _frames(thread: ThreadState) -> Frames:
    """Its Python frames; of a thread without, the native ones by function and library."""
    found = [
        Place(where.file, where.line, one.python.code.name, mine=one.mine)
        for one in thread.stack.frames
        if one.python is not None
        for where in (one.python.location,)
    ]
    natives = [one.native for one in thread.stack.frames if one.native is not None]
    return tuple(found[:MAX_FRAMES]) or tuple(
        Place("" if one.module is None else one.module.name, None, one.name or one.symbol)
        for one in natives[:MAX_FRAMES]
    )


def _found(case: Case, place: RankPlace) -> Found | None:
    """What is wrong in the process itself, without addresses: of a rank in communication, which
    waits for others, what is likely at least."""
    first = diagnose(case).findings[0]
    is_told = says_what_is_wrong(first) if place.call is not None else is_fault(first.cause)
    if first.family != "hang" or not is_told:
        return None
    found = Found(first.cause, first.confidence, _ADDRESS.sub("", mask_text(first.summary)))
    if not first.blame:
        return found
    blame = first.blame[0]
    return found._replace(file=blame.file, line=blame.line, function=blame.function)


def _command(argv: Sequence[str]) -> str:
    """The name of the script or module that a process runs."""
    for at, one in enumerate(argv[1:], 1):
        if one == "-m" and at + 1 < len(argv):
            return f"-m {argv[at + 1]}"
        if one.endswith(".py"):
            return os.path.basename(one)
    return os.path.basename(argv[0]) if argv else ""
