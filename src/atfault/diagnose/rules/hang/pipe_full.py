"""pipe-full: a process writes into a full pipe, and who should read it waits for that process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.hang.nobody_left import AT_EXIT
from atfault.diagnose.hang.parties import (
    FEEDER,
    Link,
    Party,
    TaskActor,
    can_act,
    is_ending,
    runs,
    runs_own_code,
    writes,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.words import (
    bracketed,
    chain_evidence,
    distinct,
    grounds_evidence,
    lines_behind,
    own_lines,
    place_blame,
    place_of,
    wait_blame,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Doubt, Evidence, Finding
from atfault.model.kinds import CHANNELS
from atfault.model.roles import is_multiprocessing
from atfault.model.waits import Place, Wait

SHOWN = 4

TITLE = "Stuck: a pipe is full, and nobody reads from it"
TITLE_OF_QUEUE = "Stuck: a message queue is full, and nobody takes from it"

READS = ("read", "recv", "communicate")
BESIDE = "let another thread read while this one writes, or write less at a time"
LEFT_IN_QUEUE = (
    "what was put into the queue was not taken from it: take it, or give it up with "
    "cancel_join_thread() before close()"
)


@rule("pipe-full", on=ALIVE, family="hang")
def pipe_full(case: Case) -> Iterator[Finding]:
    """A process waits for room in a pipe, and the one that should read from it waits for the
    process.

    A pipe holds 64 KiB. A child whose output goes to a pipe stops when it is full, until somebody
    reads. `Popen.wait()` with `stdout=PIPE`, reading stdout to its end while stderr fills up, and
    joining a process before its `multiprocessing.Queue` was drained all wait for a child that
    itself waits to be read. Who writes into a pipe that it has to read itself stops there as well.
    So does a program that ends, until all that it has put into such a queue is taken: the lines
    that put are told, where they are few.

    What to do: `communicate()` reads all pipes at once; join a process after taking what it put in
    its queues; send output that nobody reads to a file or to `subprocess.DEVNULL`.

    A message queue of POSIX (mq_send) is such a pipe as well, with room for a few messages alone.
    """
    hang = hang_of(case)
    seen: set[tuple[int, frozenset[int], bool, bool]] = set()
    for writer in hang.in_order:
        for wait in writer.waits:
            is_channel = wait.resource.kind in CHANNELS
            if not is_channel or not writes(wait) or wait.timeout:
                continue
            if any(isinstance(link.by, TaskActor) for link in hang.links(writer)):
                continue  # a ring of its own: whoever else waits for its end does not matter
            # One finding for all that writers of one process keep from one another: who reads.
            pids = frozenset(hang.other_ends(wait) or ())
            is_sure = all(one.timeout is False for one in writer.waits)
            alike = writer.pid, pids, writer.key in hang.stuck, is_sure
            if alike not in seen:
                seen.add(alike)
                yield from _blocked(hang, writer, wait, pids)


def _blocked(hang: Hang, writer: Party, wait: Wait, pids: frozenset[int]) -> Iterator[Finding]:
    """pids: of the processes that have the other end."""
    if pids == {writer.pid} and writer.key in hang.stuck:
        yield _of_one_process(hang, writer, wait)
        return
    for reader in hang.in_order:
        if reader.pid not in pids or reader.pid == writer.pid:
            continue
        chain = _to_writer(hang, reader, writer)
        if chain is not None:
            yield _finding(hang, reader, writer, wait, chain)
            return


def _to_writer(hang: Hang, reader: Party, writer: Party) -> list[Link] | None:
    """How the reader's wait depends on the writer's process: for its end, or for what it writes to
    another pipe. None when it does not."""
    if not reader.waits or any(wait.timeout and not _keeps_on(wait) for wait in reader.waits):
        return None
    chain, threads = hang.threads_from(reader)
    last = threads[-1]
    if last.pid == writer.pid or any(link.by.pid == writer.pid for link in chain):
        return chain
    for one in last.waits:
        if one.target_pid == writer.pid:
            return chain
        if one.resource.kind in CHANNELS and writer.pid in (hang.other_ends(one) or ()):
            return chain
    return None


def _keeps_on(wait: Wait) -> bool:
    """Whether it asks a child again and again whether it has ended, and reads nothing meanwhile."""
    again = wait.again if wait.resource.kind == "process" else None
    if again is None or again.does is None:
        return False
    return not any(part in one for one in again.does for part in READS)


def _finding(hang: Hang, reader: Party, writer: Party, wait: Wait, chain: list[Link]) -> Finding:
    is_sure = all(one.timeout is False for one in (*reader.waits, *writer.waits))
    behind = hang.stuck_behind(reader, writer)
    others = [one for one in hang.beside(reader) if one.key not in behind and runs_own_code(one)]
    proven = is_sure and reader.key in hang.stuck and writer.key in hang.stuck
    grounds = hang.grounds([reader, writer])
    full = wait.resource.name if wait.resource.is_message_queue else "a full pipe"
    doubts = (
        list(grounds.doubts)
        if proven
        else [
            Doubt(f"{one.label} goes on, and may yet read it", "other-thread")
            for one in others[:SHOWN]
        ]
    )
    lines = [*lines_behind(hang, reader), wait_blame(reader, reader.waits[0])]
    waiting = reader.waits[0]
    if own_lines(reader, 1) and waiting.resource.loop is None:
        lines.insert(0, wait_blame(reader, waiting))
    if any(frame.mine for frame in writer.thread.stack.frames):
        lines += [wait_blame(writer, wait)]
    return Finding.of(
        summary=f"process {writer.pid} waits for room in {full} that {reader.label} does not "
        "read, because it waits for that process",
        confidence="certain" if proven else "likely",
        title=_title(wait),
        blame=distinct(lines),
        evidence=(
            f"{writer.label if writer.python else f'process {writer.pid}'} "
            f"{_waits_to_write(writer, wait)}",
            Evidence(
                f"{reader.label}, who could read it, {waits_for(reader, reader.waits[0])}",
                kind="read" if proven else "inferred",
            ),
            *chain_evidence(chain[1:]),
            *grounds_evidence(grounds),
        ),
        advice=_advice(writer, reader, wait),
        doubts=doubts,
    )


def _of_one_process(hang: Hang, writer: Party, wait: Wait) -> Finding:
    """The process has both ends, and no thread that would read."""
    others = [one for one in hang.beside(writer) if one.waits and can_act(one)]
    told = [f"{other.label} {waits_for(other, other.waits[0])}" for other in others]
    behind = [wait_blame(other, other.waits[0]) for other in others if own_lines(other, 1)]
    mine = own_lines(writer)
    feeds = runs(writer, FEEDER)
    put_at = writer.state.waiting.put_at if feeds and not mine else ()
    behind += [place_blame(one, writer) for one in put_at]
    lines = [wait_blame(writer, wait), *mine, *behind] if mine or not behind else behind
    return Finding.of(
        summary=f"{writer.label} waits for room in {wait.resource.name}, from which only this "
        "process could read, and no thread of it is left that would",
        confidence="likely",
        title=_title(wait),
        blame=distinct(lines),
        evidence=(
            f"{writer.label} {_waits_to_write(writer, wait)}",
            *((AT_EXIT,) if any(map(is_ending, others)) else ()),
            *(told[:SHOWN] or ["no other thread is left that could read"]),
            *_of_puts(put_at),
        ),
        advice=(LEFT_IN_QUEUE if feeds else BESIDE,),
    )


def _of_puts(places: Sequence[Place]) -> Iterator[Evidence]:
    if places:
        at = listed([f"{one.function} ({place_of(one)})" for one in places])
        yield Evidence(f"no code of the program's own but {at} puts anything", kind="inferred")


def _advice(writer: Party, reader: Party, wait: Wait) -> Iterator[str]:
    if wait.resource.is_message_queue:
        yield "take what the other side sends between what is sent to it, or in a thread of its own"
        return
    yield "read before waiting: communicate() reads all pipes at once"
    if writer.python and any(is_multiprocessing(f.code.filename) for f in reader.python):
        yield "of a multiprocessing.Queue, take what was put in before joining the process"


def _title(wait: Wait) -> str:
    return TITLE_OF_QUEUE if wait.resource.is_message_queue else TITLE


def _waits_to_write(writer: Party, wait: Wait) -> str:
    where = bracketed(place_of(wait_blame(writer, wait)))
    used, capacity = wait.resource.channel.used, wait.resource.channel.capacity
    full = f"; {used} of its {capacity} bytes are used" if used is not None else ""
    return f"waits to write to {wait.resource.name}{where}{full}"
