"""Ranks out of stacks that a debugger or py-spy printed of each of them, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.decode.job.calls import Row, outermost, row_for
from atfault.model.absent import Absent
from atfault.model.given import StackText, TextFrame, TextThread
from atfault.model.job import Call, Doing, Job, RankPlace
from atfault.model.places import Place
from atfault.text.stack_tops import own_frames, stood

NO_JOB = Absent("no stacks of two ranks are in the text")
MAX_FRAMES = 64
DOINGS: dict[str, Doing] = {"lock": "waiting", "gil": "waiting", "mutex": "waiting"}
"""By what its thread waits for, of a rank that is in no communication: for its own process."""


def job_printed(stacks: StackText | Absent) -> Job | Absent:
    """The job whose ranks the headings over the stacks name; Absent where these are not all of a
    living process, or of one rank."""
    if isinstance(stacks, Absent) or stacks.signal or stacks.message:
        return NO_JOB
    by_rank: dict[int, list[TextThread]] = {}
    for one in stacks.threads:
        number = one.process.removeprefix("rank ")
        if number != one.process and number.isdigit():
            by_rank.setdefault(int(number), []).append(one)
    if len(by_rank) < 2:
        return NO_JOB
    ranks = tuple([_place(rank, by_rank[rank]) for rank in sorted(by_rank)])
    whole = len(ranks) if sorted(by_rank) == list(range(len(ranks))) else None
    return Job(whole, ranks)


def _place(rank: int, threads: Sequence[TextThread]) -> RankPlace:
    """Its thread in communication, else its main one."""
    calls = [(call_in(one), one) for one in threads]
    main = next((one for one in threads if one.name == "MainThread"), threads[0])
    call, thread = next(((call, one) for call, one in calls if call is not None), (None, main))
    own = own_frames(thread)
    line = Place(own[0].file, own[0].row, own[0].function, mine=True) if own else None
    stack = tuple(Place(one.file, one.row, one.function, mine=one in own) for one in thread.frames)
    wait = stood(thread).wait
    doing = DOINGS.get(wait, "outside") if wait else "running"
    return RankPlace(rank, 0, 0, call, line, stack[:MAX_FRAMES], doing)


def call_in(thread: TextThread) -> Call | None:
    """By which a thread communicates; a printed stack has no arguments of it."""
    own = own_frames(thread)
    found: list[tuple[int, Row, str]] = []
    for at, one in enumerate(thread.frames[:MAX_FRAMES]):
        if one in own:
            break
        name = one.function.partition("(")[0]
        row = row_for(_side(one), (one.file or one.module).replace("\\", "/"), name)
        found += (
            [] if row is None else [(at, row, name.removeprefix("P" * name.startswith("PMPI_")))]
        )
    if not found:
        return None
    _, row, name = outermost(found)
    return Call(row.library, name, row.kind)


def _side(frame: TextFrame) -> str:
    return "python" if frame.file.endswith(".py") else "native"
