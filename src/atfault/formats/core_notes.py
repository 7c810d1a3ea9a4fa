"""The notes of a Linux core file: threads, signal, process, mapped files, auxiliary vector.

Written by fs/binfmt_elf.c (kernel) and gdb's `gcore` (linux-tdep.c, elf.c). The kernel's order:

    PRSTATUS of the signalled thread, PRPSINFO, SIGINFO, AUXV, FILE, its other register sets,
    then for each further thread: PRSTATUS, other register sets

gcore puts PRPSINFO first and a SIGINFO after every PRSTATUS, so a SIGINFO belongs to the PRSTATUS
before it. What is damaged becomes a problem text in `CoreNotes.problems`; the rest is kept.
"""

import struct
from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.elf import Buffer, iter_notes

PF_FORKNOEXEC = 0x40
"""Of `PrPsInfo.flags` and /proc/PID/stat: it has not called exec since it was forked."""
NT_PRSTATUS = 1
NT_PRFPREG = 2
NT_PRPSINFO = 3
NT_AUXV = 6
NT_WITHOUT_TEXT = 1
"""Of the owner `OWN`: texts were left out of the core's memory; its payload is JSON."""
OWN = b"atfault"
NT_SIGINFO = 0x5349_4749
NT_FILE = 0x4649_4C45

AT_NULL, AT_PHDR, AT_PHNUM, AT_PAGESZ, AT_ENTRY = 0, 3, 5, 6, 9
AT_RANDOM, AT_EXECFN, AT_SYSINFO_EHDR = 25, 31, 33

_SIGINFO_HEAD = struct.Struct("<iii")
_PRSTATUS_HEAD = struct.Struct("<iiihxxQQiiii")
_PRPSINFO = struct.Struct("<bcbbxxxxQIIiiii16s80s")
_FILE_ENTRY = struct.Struct("<QQQ")
_U64 = struct.Struct("<Q")

_MAX_MAPPED_FILES = 1 << 22


class PrStatus(NamedTuple):
    """struct elf_prstatus: one thread."""

    tid: int
    signal: int
    """pr_cursig; 0 for threads that were merely stopped."""
    regs_offset: int
    """Of the general-purpose register set, in the core file."""
    ppid: int


class SigInfo(NamedTuple):
    """siginfo_t. Only the union members that the signal and code call for are set."""

    signal: int
    code: int
    fault_address: int | None
    sender_pid: int | None
    sender_uid: int | None
    call: int | None = None
    """Number of the system call that a seccomp filter refused."""


class PrPsInfo(NamedTuple):
    """struct elf_prpsinfo: the process."""

    state: str
    """R, S, D, T or Z."""
    uid: int
    pid: int
    ppid: int
    fname: str
    """Name of the thread group leader (comm), at most 15 bytes."""
    psargs: str
    """Arguments joined with spaces, cut at 79 bytes."""
    flags: int = 0
    """The kernel's PF_* flags of its first thread."""


class FileMapping(NamedTuple):
    """One entry of NT_FILE."""

    start: int
    end: int
    offset: int
    """In bytes."""
    path: bytes


class CoreThread(NamedTuple):
    """A PRSTATUS with the SIGINFO that followed it, if any."""

    status: PrStatus
    siginfo: SigInfo | None
    floating: tuple[int, int] = (0, 0)
    """(offset, size) of its floating-point register set; size 0 where there is none."""
    others: dict[int, tuple[int, int]] = {}
    """Type → (offset, size) of its notes of owner LINUX: register sets of one processor."""


class CoreNotes(NamedTuple):
    """What the notes of a core hold; a part that is missing is None or empty."""

    threads: tuple[CoreThread, ...]
    process: PrPsInfo | None
    files: tuple[FileMapping, ...]
    auxv: dict[int, int]
    auxv_bytes: bytes
    problems: tuple[str, ...]
    without_text: bytes | None = None
    """What stands in for texts that were left out, as JSON; None for a core that has them."""


def read_core_notes(
    data: Buffer, ranges: list[tuple[int, int, int]], regs_offset: int, regs_size: int
) -> CoreNotes:
    """Read the notes in `ranges` of (offset, size, align) of the core file `data`.

    regs_offset and regs_size tell where struct elf_prstatus keeps the register set (arch).
    """
    statuses: list[PrStatus] = []
    siginfos: dict[int, SigInfo] = {}
    floating: dict[int, tuple[int, int]] = {}
    others: dict[int, dict[int, tuple[int, int]]] = {}
    process: PrPsInfo | None = None
    files: tuple[FileMapping, ...] = ()
    auxv_bytes = b""
    without_text: bytes | None = None
    problems: list[str] = []
    for offset, size, align in ranges:
        notes = iter_notes(data, offset, size, align)
        while True:
            try:
                note = next(notes, None)
                if note is None:
                    break
                if note.owner == OWN and note.type == NT_WITHOUT_TEXT:
                    without_text = bytes(data[note.offset : note.offset + min(note.size, 1 << 20)])
                if note.owner == b"LINUX" and statuses:
                    place = note.offset, note.size
                    others.setdefault(len(statuses) - 1, {}).setdefault(note.type, place)
                if note.owner != b"CORE":
                    continue
                if note.type == NT_PRSTATUS:
                    statuses.append(
                        read_prstatus(data, note.offset, note.size, regs_offset, regs_size)
                    )
                elif note.type == NT_PRFPREG and statuses:
                    floating[len(statuses) - 1] = note.offset, note.size
                elif note.type == NT_SIGINFO:
                    siginfo = read_siginfo(data, note.offset, note.size)
                    # gcore: one per thread. The kernel: one, after the first thread.
                    siginfos[max(len(statuses) - 1, 0)] = siginfo
                elif note.type == NT_PRPSINFO:
                    process = read_prpsinfo(data, note.offset, note.size)
                elif note.type == NT_FILE:
                    files = read_files(bytes(data[note.offset : note.offset + note.size]))
                elif note.type == NT_AUXV:
                    auxv_bytes = bytes(data[note.offset : note.offset + min(note.size, 4096)])
            except FormatError as error:
                if len(problems) < 16:
                    problems.append(str(error))
    threads = tuple(
        [
            CoreThread(status, siginfos.get(i), floating.get(i, (0, 0)), others.get(i, {}))
            for i, status in enumerate(statuses)
        ]
    )
    auxv = read_auxv(auxv_bytes)
    return CoreNotes(threads, process, files, auxv, auxv_bytes, tuple(problems), without_text)


def read_prstatus(
    data: Buffer, offset: int, size: int, regs_offset: int, regs_size: int
) -> PrStatus:
    """struct elf_prstatus (include/uapi/linux/elfcore.h), 336 bytes on x86-64:

    0 si_signo 4 si_code 8 si_errno 12 pr_cursig (short) 16 pr_sigpend 24 pr_sighold
    32 pr_pid 36 pr_ppid 40 pr_pgrp 44 pr_sid 48 four timevals 112 pr_reg … pr_fpvalid
    """
    if size < regs_offset + regs_size:
        raise FormatError(
            f"NT_PRSTATUS of {size} bytes, expected {regs_offset + regs_size}", offset
        )
    fields = _PRSTATUS_HEAD.unpack_from(data, offset)
    return PrStatus(fields[6], fields[3] or fields[0], offset + regs_offset, fields[7])


# Signals whose siginfo carries si_addr, given a positive code (include/uapi/asm-generic/siginfo.h).
_SIGILL, _SIGTRAP, _SIGBUS, _SIGFPE, _SIGSEGV, _SIGSYS = 4, 5, 7, 8, 11, 31
_FAULT_SIGNALS = frozenset((_SIGILL, _SIGTRAP, _SIGBUS, _SIGFPE, _SIGSEGV))
_SI_KERNEL = 0x80
_SI_USER, _SI_QUEUE, _SI_MESGQ, _SI_TKILL = 0, -1, -3, -6
_SYS_SECCOMP = 1
_AUDIT_64 = (0xC000003E, 0xC00000B7)
"""AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64: calls of 32-bit code are numbered otherwise."""
_CODES_WITH_SENDER = frozenset((_SI_USER, _SI_QUEUE, _SI_MESGQ, _SI_TKILL))


def read_siginfo(data: Buffer, offset: int, size: int) -> SigInfo:
    """siginfo_t, 128 bytes: 0 si_signo 4 si_errno 8 si_code 16 union {si_addr | si_pid, si_uid}.

    si_addr is set for hardware faults. With code SI_KERNEL a SIGSEGV was a general protection
    fault (a non-canonical address, say): the processor gives no address and si_addr is 0, which
    means nothing, so fault_address is None.

    With SYS_SECCOMP: 16 si_call_addr 24 si_syscall 28 si_arch.
    """
    if size < 24:
        raise FormatError(f"NT_SIGINFO of {size} bytes, expected 128", offset)
    signal, _errno, code = _SIGINFO_HEAD.unpack_from(data, offset)
    address = pid = uid = None
    if signal in _FAULT_SIGNALS and code > 0 and code != _SI_KERNEL:
        address = _U64.unpack_from(data, offset + 16)[0]
    elif code in _CODES_WITH_SENDER:
        pid, uid = struct.unpack_from("<iI", data, offset + 16)
    call = None
    if signal == _SIGSYS and code == _SYS_SECCOMP and size >= 32:
        number, machine = struct.unpack_from("<iI", data, offset + 24)
        call = number if machine in _AUDIT_64 else None
    return SigInfo(signal, code, address, pid, uid, call)


def read_prpsinfo(data: Buffer, offset: int, size: int) -> PrPsInfo:
    """struct elf_prpsinfo, 136 bytes:

    0 pr_state 1 pr_sname 2 pr_zomb 3 pr_nice 8 pr_flag 16 pr_uid 20 pr_gid
    24 pr_pid 28 pr_ppid 32 pr_pgrp 36 pr_sid 40 pr_fname[16] 56 pr_psargs[80]
    """
    if size < _PRPSINFO.size:
        raise FormatError(f"NT_PRPSINFO of {size} bytes, expected {_PRPSINFO.size}", offset)
    fields = _PRPSINFO.unpack_from(data, offset)
    _, sname, _, _, flags, uid, _gid, pid, ppid, _pgrp, _sid, fname, psargs = fields
    return PrPsInfo(
        state=sname.decode("latin-1") if sname.isalpha() else "",
        uid=uid,
        pid=pid,
        ppid=ppid,
        fname=text(fname.split(b"\0", 1)[0]),
        psargs=text(psargs.split(b"\0", 1)[0]).rstrip(" "),
        flags=flags,
    )


def read_files(payload: bytes) -> tuple[FileMapping, ...]:
    """NT_FILE: the file-backed mappings, in address order (fill_files_note in fs/binfmt_elf.c).

    +-------+-----------+  +-------+-----+----------------+  ×count   +------+------+
    | count | page_size |  | start | end | offset / pages |  ……………   | name | name | …
    +-------+-----------+  +-------+-----+----------------+           +------+------+
      u64     u64            u64     u64   u64                          each ends in NUL
    """
    if len(payload) < 16:
        raise FormatError(f"NT_FILE of {len(payload)} bytes")
    count, page_size = struct.unpack_from("<QQ", payload)
    names_at = 16 + count * _FILE_ENTRY.size
    if count > _MAX_MAPPED_FILES or names_at > len(payload):
        raise FormatError(f"NT_FILE of {len(payload)} bytes promises {count} mappings")
    names = payload[names_at:].split(b"\0", count)
    entries = _FILE_ENTRY.iter_unpack(payload[16:names_at])
    return tuple(
        [
            FileMapping(start, end, pages * page_size, name)
            for (start, end, pages), name in zip(entries, names)
        ]
    )


def read_auxv(payload: bytes) -> dict[int, int]:
    """The auxiliary vector: pairs of u64 (tag, value) up to AT_NULL."""
    vector: dict[int, int] = {}
    for at in range(0, len(payload) - 15, 16):
        tag, value = struct.unpack_from("<QQ", payload, at)
        if tag == AT_NULL:
            break
        vector.setdefault(tag, value)
    return vector


def text(raw: bytes) -> str:
    """Bytes of the target as text for people: undecodable and control characters escaped."""
    decoded = raw.decode("utf-8", "backslashreplace")
    if decoded.isprintable():
        return decoded
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in decoded
    )
