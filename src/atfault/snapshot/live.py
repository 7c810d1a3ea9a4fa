"""A process that is stopped under ptrace, as a `Snapshot`.

Memory comes from /proc/PID/mem: one pread a page, no ctypes, and the permission is checked when it
is opened, so that a forked helper may go on reading where Yama would not let it ptrace. Registers
are read by whoever traces, before this module sees them (see `StoppedThread`).
"""

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from atfault.arch import by_machine, of_this_machine, syscall_name
from atfault.arch.base import MASK64, Architecture, sets_behind, with_identities
from atfault.errors import AccessError, FormatError, MemoryFault, UnsupportedInput
from atfault.formats.core_notes import AT_SYSINFO_EHDR, PF_FORKNOEXEC, read_siginfo
from atfault.formats.elf import OpenFile
from atfault.model.absent import Absent
from atfault.model.process import (
    RANK_VARIABLES,
    MemoryMapping,
    ProcessInfo,
    SignalInfo,
    Thread,
    rank_of,
)
from atfault.snapshot import procfs
from atfault.snapshot.files import compare_identity, file_identity, image_identity
from atfault.snapshot.mounts import kept_status, resident
from atfault.snapshot.process_files import files_of_process
from atfault.snapshot.protocol import Memory
from atfault.snapshot.target_files import KeptFiles, LocalFile, TargetFiles

PAGE = 4096
_CACHED_PAGES = 16384
_MAX_READ = 1 << 28
STACK_BYTES = 64 << 10
"""How much of each stack is read at once, from the stack pointer upwards."""
RED_ZONE = 128


class LiveMemory(Memory):
    """Memory of a process through a file descriptor of its /proc/PID/mem, cached by page.

    Reads only what the process itself may read: the kernel would also hand out PROT_NONE pages,
    and would make pages for reserved address space that was never touched.
    """

    def __init__(self, fd: int, mappings: tuple[MemoryMapping, ...]) -> None:
        self._fd = fd
        self._map(mappings)
        self._pages: dict[int, bytes] = {}

    def _map(self, mappings: tuple[MemoryMapping, ...]) -> None:
        self._starts = [mapping.start for mapping in mappings]
        self._mappings = mappings

    def read(self, address: int, size: int) -> bytes:
        address &= MASK64
        at = address % PAGE
        if 0 < size <= PAGE - at:
            page = self._pages.get(address - at)
            if page is None:
                page = self._fetch(address - at, address, size)
            return page[at : at + size]
        if size <= 0:
            if size == 0:
                return b""
            raise MemoryFault(address, size, "negative size")
        content = self.read_upto(address, size)
        if len(content) < size:
            raise MemoryFault(address + len(content), size - len(content))
        return content

    def read_upto(self, address: int, size: int) -> bytes:
        address &= MASK64
        size = min(size, _MAX_READ)
        readable = self._readable_from(address, size)
        parts = []
        while readable > 0:
            page = self._pages.get(address - address % PAGE)
            if page is not None:
                part = page[address % PAGE :][:readable]
            else:
                part = self._pread(address, min(readable, 1 << 20))
            if not part:
                break
            parts.append(part)
            address += len(part)
            readable -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def prefetch(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Read [start, end) ranges into the cache, whole pages; unreadable ones are left out."""
        for start, end in ranges:
            start -= start % PAGE
            size = self._readable_from(start, min(end - start + PAGE - 1, _MAX_READ) & -PAGE)
            content = self._pread(start, size) if size > 0 else b""
            for at in range(0, len(content) // PAGE * PAGE, PAGE):
                self._pages[start + at] = content[at : at + PAGE]

    def forget(self) -> None:
        """Read everything anew from here on."""
        self._pages.clear()

    def close(self) -> None:
        """Later reads are faults, except for pages that are already cached."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _fetch(self, page_address: int, address: int, size: int) -> bytes:
        if not self._readable_from(page_address, PAGE):
            raise MemoryFault(address, size, "not mapped")
        page = self._pread(page_address, PAGE)
        if len(page) < PAGE:
            raise MemoryFault(address, size)
        if len(self._pages) >= _CACHED_PAGES:
            self._pages.clear()
        self._pages[page_address] = page
        return page

    def _readable_from(self, address: int, size: int) -> int:
        """How many of `size` bytes at `address` lie in adjoining readable mappings."""
        at, end = address, address + size
        index = bisect_right(self._starts, address) - 1
        while at < end and 0 <= index < len(self._mappings):
            mapping = self._mappings[index]
            if not (mapping.start <= at < mapping.end and mapping.readable):
                break
            at = mapping.end
            index += 1
        return min(at, end) - address

    def _pread(self, address: int, size: int) -> bytes:
        if self._fd < 0 or address >> 63:
            return b""
        try:
            return os.pread(self._fd, size, address)
        except OSError:
            return b""


class StoppedThread(NamedTuple):
    """What the tracer read of a stopped thread."""

    tid: int
    registers: bytes
    """The general register set as the kernel lays it out."""
    state: str = ""
    """R, S, D… before the stop; "" when it was not looked at."""
    floating: bytes = b""
    """The floating-point register set, where that was read."""


class LiveSnapshot:
    """A stopped process. kind is "traced" (at its fatal signal) or "live".

    It must not outlive the stop: `memory` reads the process as it is.
    """

    lacking = contradiction = ""

    def __init__(
        self,
        pid: int,
        stopped: Iterable[StoppedThread],
        *,
        kind: str,
        memory_fd: int,
        siginfo: bytes = b"",
        signal_tid: int | None = None,
        files: TargetFiles | None = None,
    ) -> None:
        """memory_fd is /proc/PID/mem, opened for reading, and is closed with the snapshot. files:
        in place of the process's own; no file system that may need a server is asked then.

        Raises UnsupportedInput for a process of another architecture (32-bit ones too).
        """
        self.kind = kind
        self.warnings: list[str] = []
        self._pid = pid
        mapped, warning = procfs.mappings(pid)
        if warning:
            self.warnings.append(warning)
        self._mapped = mapped
        self.mappings = tuple([entry.mapping for entry in mapped])
        self._files = files
        readable = readable_mappings(pid, mapped, lambda: self.files, asks=files is None)
        self.memory: Memory = LiveMemory(memory_fd, readable)
        self._same_files: dict[str, tuple[LocalFile | None, str]] = {}
        self.auxv = procfs.auxv(pid)
        self.process = process_info(pid)
        self.arch: Architecture = _architecture(pid)
        stopped = tuple(stopped)
        arch = with_signatures(self.arch, (thread.registers for thread in stopped))
        self.arch, self.threads = with_identities(
            arch, self.memory, tuple(self._threads(stopped)), procfs.innermost_pid
        )
        self.signal: SignalInfo | Absent = Absent("the process was not stopped by a signal")
        if siginfo:
            self.signal = decode_siginfo(siginfo, signal_tid)

    @property
    def files(self) -> TargetFiles:
        """The process's files, by its root and rights; looked up when they are first asked for, as
        most looks at a process that forks or exits need none."""
        if self._files is None:
            self._files = files_of_process(self._pid)
        return self._files

    def local_file(self, path: str) -> tuple[LocalFile | None, str]:
        """As `Snapshot.local_file`: through the process's own root, and for a deleted file through
        the link that the kernel keeps to the mapped one."""
        known = self._same_files.get(path)
        if known is None:
            known = self._same_files[path] = self._find_file(path)
        return known

    def prefetch_stacks(self) -> None:
        """Read the innermost part of every thread's stack at once."""
        memory = self.memory
        assert isinstance(memory, LiveMemory)
        pointers = [self.arch.stack_pointer(thread.registers) for thread in self.threads]
        memory.prefetch([(sp - RED_ZONE, sp + STACK_BYTES) for sp in pointers if sp])

    def close(self) -> None:
        memory = self.memory
        if isinstance(memory, LiveMemory):
            memory.close()
        if self._files is not None:
            self._files.close()

    def __enter__(self) -> "LiveSnapshot":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _threads(self, stopped: Iterable[StoppedThread]) -> Iterable[Thread]:
        for thread in stopped:
            try:
                registers = self.arch.decode_user_regs(thread.registers)
            except FormatError:
                self.warnings.append(f"thread {thread.tid} runs 32-bit code and is left out")
                continue
            state = thread.state or ("R" if registers.syscall is None else "S")
            name = procfs.comm(self._pid, thread.tid)
            vectors = self.arch.decode_vectors(thread.floating)
            yield Thread(thread.tid, name, registers, state, vectors)

    def _find_file(self, path: str) -> tuple[LocalFile | None, str]:
        if not path.startswith("/"):
            return None, "is not the path of a file"
        mapped = next((m for m in self._mapped if m.mapping.path == path and m.inode), None)
        here, why = self.files.find(path if mapped is None else self._seen_inside(path))
        if mapped is None:
            return here, why
        if not mapped.mapping.deleted and here is None:
            return None, why
        problem = "was deleted"
        if here is not None and not mapped.mapping.deleted:
            if here.identity[:2] == (mapped.device, mapped.inode):
                return here, ""
            problem = self._differs(path, here)
        if not problem:
            return here, ""
        kept = self._kept_by_kernel(mapped.mapping)
        return (kept, "") if kept else (None, problem)

    def _seen_inside(self, path: str) -> str:
        """A path of /proc/PID/maps as the process calls it. The kernel shows it from our own root,
        where that reaches it: that of a process in a chroot begins with the folder it is in."""
        root = procfs.link(self._pid, "root")
        if root != "/" and path.startswith(f"{root}/"):
            return path.removeprefix(root)
        return path

    def _differs(self, path: str, here: LocalFile) -> str:
        """Why the file `here` is not what is mapped as `path`; "" when it is.

        Device and inode in /proc/PID/maps mislead on overlay and btrfs, so the ELF headers decide.
        """
        base = next((m for m in self.mappings if m.path == path and m.file_offset == 0), None)
        if base is None:
            return "was replaced after it was mapped"
        start, size_here = base.start, base.end - base.start

        def read_mapped(offset: int, size: int) -> bytes:
            if offset + size > size_here:
                size = max(size_here - offset, 0)
            return self.memory.read_upto(start + offset, size)

        in_memory = image_identity(read_mapped)
        if in_memory is None:
            return "was replaced after it was mapped"
        return compare_identity(file_identity(here), in_memory)

    def _kept_by_kernel(self, mapping: MemoryMapping) -> LocalFile | None:
        """/proc/PID/map_files keeps a mapped file reachable after its deletion (root only)."""
        path = f"/proc/{self._pid}/map_files/{mapping.start:x}-{mapping.end:x}"
        files = self.files
        return KeptFiles("/", files.rights, mounts=files.mounts).find(path)[0]


def with_signatures(arch: Architecture, registers: Iterable[bytes]) -> Architecture:
    """With what signatures leave of return addresses, by the registers of stopped threads."""
    if arch.code_mask_of is None or arch.code_mask != MASK64:
        return arch
    sets = (sets_behind(one, arch.user_regs_size) for one in registers)
    return next(
        (arch._replace(code_mask=arch.code_mask_of(one)) for one in sets if one),
        arch,
    )


def readable_mappings(
    pid: int,
    mapped: Sequence[procfs.Mapped],
    files: Callable[[], TargetFiles],
    *,
    asks: bool = True,
) -> tuple[MemoryMapping, ...]:
    """What of a process's mappings may be read: all, but where their file systems do not answer
    (see `mounts`). asks: them; otherwise none that may need a server counts as answering."""
    devices = {one.device for one in mapped if one.inode and not os.major(one.device)}
    if devices:  # none has a disk of its own: overlay, NFS, FUSE, …
        mounts = files().mounts
        silent = mounts.silent_among(devices) if asks else mounts.doubtful_among(devices)
        if silent:
            return tuple(resident(pid, mapped, silent))
    return tuple([one.mapping for one in mapped])


def process_info(pid: int) -> ProcessInfo:
    """Who the process is; fields that cannot be read are empty."""
    status = procfs.status(pid)
    uids = procfs.field(status, b"Uid").split()
    argv = procfs.arguments(pid)
    executable = procfs.link(pid, "exe").removesuffix(" (deleted)")
    stat = procfs.stat(pid)
    return ProcessInfo(
        pid=pid,
        ppid=procfs.number(status, b"PPid"),
        executable=executable,
        argv=argv,
        cwd=procfs.link(pid, "cwd") or None,
        uid=int(uids[0]) if uids else None,
        arguments=tuple([os.fsencode(part) for part in argv]),
        rank=rank_of(procfs.variables(pid, RANK_VARIABLES)),
        forked=None if stat is None else bool(stat.flags & PF_FORKNOEXEC),
    )


def decode_siginfo(data: bytes, tid: int | None) -> SignalInfo:
    """siginfo_t, 128 bytes → SignalInfo for the thread that it was delivered to."""
    info = read_siginfo(data, 0, len(data))
    return SignalInfo(
        number=info.signal,
        code=info.code,
        fault_address=info.fault_address,
        sender_pid=info.sender_pid,
        sender_uid=info.sender_uid,
        tid=tid,
        call=syscall_name(info.call, of_this_machine()),
    )


def open_memory(pid: int) -> int:
    """A file descriptor of /proc/PID/mem. Raises AccessError."""
    try:
        return os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise AccessError(f"the memory of process {pid} cannot be read: {error.strerror}") from None


def _head_of_program(pid: int) -> bytes:
    """The first bytes of the file that a process executes. Where its file system does not answer,
    those of the object that the kernel itself has mapped into it, which is of the same kind."""
    device = kept_status(f"/proc/{pid}/exe").device
    if os.major(device) == 0 and files_of_process(pid).mounts.silent_among({device}):
        base = procfs.auxv(pid).get(AT_SYSINFO_EHDR, 0)
        try:
            memory = OpenFile(open_memory(pid))
            return os.pread(memory.fd, 20, base)
        except (AccessError, OSError):
            return b""
    return procfs.read(f"/proc/{pid}/exe", 20)


def _architecture(pid: int) -> Architecture:
    head = _head_of_program(pid)
    if len(head) < 20 or head[:4] != b"\x7fELF":
        raise UnsupportedInput(f"the executable of process {pid} is not an ELF file")
    if head[4] != 2:
        raise UnsupportedInput(f"process {pid} is a 32-bit program; atfault reads 64-bit ones")
    return by_machine(int.from_bytes(head[18:20], "little"), f"process {pid} is a program")
