"""shared-memory-full: no room was left behind a shared-memory mapping."""

from __future__ import annotations

from atfault.diagnose.facts import BUS_ADRERR, PAGE, SIGBUS, fault_address, mapping_at
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.rules.file_truncated import mapped_file
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.process import MemoryMapping
    from atfault.model.state import ProcessState

NEARLY_FULL = 1 << 20
"""Free bytes below which a file system of memory counts as full: another writer may have given a
little back since."""


@rule("shared-memory-full", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS))
def shared_memory_full(state: ProcessState) -> Iterator[Finding]:
    """Shared memory ran out: the object was made, but there is no memory behind it.

    Shared memory (`multiprocessing.shared_memory`, tensors of a torch `DataLoader` with workers,
    `/dev/shm`) lives on a file system of limited size. Making and sizing a block succeeds even when
    there is no room; the first touch of a page that cannot be had ends the program with SIGBUS.
    Containers often have only 64 MB (`docker run --shm-size`).

    What to do: give it more room, free blocks that other programs left behind in `/dev/shm`, or use
    fewer workers or smaller batches.
    """
    address = fault_address(state)
    signal = state.signal
    if address is None or isinstance(signal, Absent):
        return
    if signal.number != SIGBUS or signal.code != BUS_ADRERR:
        return
    mapping = mapping_at(state, address)
    if mapping is None or not mapping.path:
        return
    file = mapped_file(state, address)
    offset = mapping.file_offset + address - mapping.start
    length = file.current_size if file is not None else None
    if length is not None and offset >= (length + PAGE - 1) // PAGE * PAGE:
        return
    evidence = [f"the access was to byte {offset} of {mapping.path}"]
    if length is not None:
        evidence.append(f"the file is long enough: {size(length)}")
    free = file.filesystem_free if file is not None else None
    if free is None and _is_shared_memory(mapping) and not isinstance(state.shared_memory, Absent):
        free = state.shared_memory.free
    if free is None or free > NEARLY_FULL:
        if length is None or not _is_shared_memory(mapping):
            return
        evidence.append("so the page itself could not be had")
        if free is not None:
            evidence.append(f"{size(free)} are free again by now")
        confidence = "likely"
    else:
        evidence.append(f"the file system it lies on has only {size(free)} free")
        confidence = "certain" if length is not None else "likely"
    if not isinstance(state.shared_memory, Absent) and _is_shared_memory(mapping):
        evidence.append(
            f"{state.shared_memory.path} holds {size(state.shared_memory.total)} in all"
        )
    yield Finding(
        cause="shared-memory-full",
        summary=f"no memory is left for {mapping.path}",
        confidence="certain" if confidence == "certain" else "likely",
        evidence=tuple(Evidence(text) for text in evidence),
        advice=(
            Advice("see what fills it", "df -h /dev/shm; ls -lS /dev/shm | head"),
            Advice(
                "in a container, start it with more shared memory", "docker run --shm-size=1g …"
            ),
        ),
    )


def _is_shared_memory(mapping: MemoryMapping) -> bool:
    return mapping.path.startswith(("/dev/shm/", "/memfd:", "/SYSV", "/dev/zero"))
