"""shared-memory-full: no room was left behind a shared-memory mapping."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.mapped import MissingPage, missing_page
from atfault.diagnose.facts import SIGBUS
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.files import SharedMemory
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.start import DATALOADER_WORKER
from atfault.model.state import ProcessState

NEARLY_FULL = 1 << 20
"""Free bytes below which a file system of memory counts as full: another writer may have given a
little back since."""
DOCKER_DEFAULT = 64 << 20
MAX_FILES = 4


@rule("shared-memory-full", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS), on=(SIGBUS,))
def shared_memory_full(case: Case) -> Iterator[Finding]:
    """Shared memory ran out: the object was made, but there is no memory behind it.

    Shared memory (`multiprocessing.shared_memory`, tensors of a torch `DataLoader` with workers,
    `/dev/shm`) lives on a file system of limited size. Making and sizing a block succeeds even when
    there is no room; the first touch of a page that cannot be had ends the program with SIGBUS.
    Containers often have only 64 MB (`docker run --shm-size`).

    What to do: give it more room, free blocks that other programs left behind in `/dev/shm`, or use
    fewer workers or smaller batches.
    """
    state = case.process
    page = missing_page(state)
    if page is None or page.is_past_end or page.is_huge:
        return
    evidence = [f"the access was to byte {page.offset} of {page.mapping.path}"]
    if page.length is not None:
        evidence.append(f"the file is long enough: {size(page.length)}")
    memory = state.files.shared_memory
    on_shm = page.is_shared_memory and not isinstance(memory, Absent)
    free = page.file.filesystem_free if page.file is not None else None
    if free is None and on_shm and not isinstance(memory, Absent):
        free = memory.free
    confidence: Confidence = "likely"
    if free is None or free > NEARLY_FULL:
        if page.length is None or not page.is_shared_memory:
            return
        evidence.append("so the page itself could not be had")
        if free is not None:
            evidence.append(f"{size(free)} are free again by now")
    else:
        evidence.append(f"the file system it lies on has only {size(free)} free")
        confidence = "certain" if page.length is not None else "likely"
    if on_shm and not isinstance(memory, Absent):
        evidence += _who(memory, state.process.pid)
    yield Finding.of(
        summary=f"no memory is left for {page.mapping.path}",
        confidence=confidence,
        evidence=evidence,
        advice=_advice(state, page),
    )


def _who(memory: SharedMemory, own: int) -> Iterator[str]:
    """How large it is, how much of it is used, and by whom."""
    used = memory.total - memory.free
    docker = " (Docker's default)" if memory.total == DOCKER_DEFAULT else ""
    yield f"{memory.path} holds {size(memory.total)} in all{docker}, of which {size(used)} are used"
    told = [file for file in memory.files if file.size * 100 >= used][:MAX_FILES]
    for file in told:
        holders = [_holder(pid, name, own) for pid, name in file.holders]
        more = file.holder_count - len(holders)
        if more > 0:
            holders.append(f"{more} more")
        who = f"held by {listed(holders)}" if holders else "which no process has open"
        gone = ", without a name any more" if file.is_deleted else ""
        yield f"{file.name}{gone}: {size(file.size)}, {who}"
    left = memory.file_count - len(told)
    if left > 0 and told:
        yield f"{counted(left, 'smaller file')} besides"


def _holder(pid: int, name: str, own: int) -> str:
    if pid == own:
        return "this process"
    return f"{pid} ({name})" if name else str(pid)


def _advice(state: ProcessState, page: MissingPage) -> Iterator[Advice | str]:
    start = state.started
    loader = not isinstance(start, Absent) and start.kind == DATALOADER_WORKER
    if loader or "/torch_" in page.mapping.path:
        yield (
            "a DataLoader keeps num_workers × prefetch_factor batches in shared memory: lower "
            "these, or the batch size"
        )
    memory = state.files.shared_memory
    if not isinstance(memory, Absent):
        orphans = [file for file in memory.files if not file.holder_count]
        if orphans and sum(file.size for file in orphans) * 10 > memory.total:
            yield (
                f"files that nobody has open may be left over from runs that were killed: "
                f"{listed([file.name for file in orphans], 3)}"
            )
    yield Advice("see what fills it", "df -h /dev/shm; ls -lS /dev/shm | head")
    yield Advice(
        "in a container, start it with more shared memory (or --ipc=host)",
        "docker run --shm-size=1g …",
    )
