"""A core file as a `Snapshot`.

    open_core(path)  ->  core_form     plain or compressed file → its bytes, mapped, not copied
                         core_notes     threads, signal, process, table of mapped files
                         core_layout    mappings and pieces of memory
                         mapped_files   the files behind pages that were not dumped, once checked

A 20 GiB core costs what a small one costs: only the headers, the notes and what is asked for is
read.

The command line of a process, from the words that the kernel left at the top of its stack.

create_elf_tables (fs/binfmt_elf.c) lays out, from low to high addresses:

    +------+---------+---+----------+------+---------+------+------+     +------------+------+
    | argc | argv[0] | … | NULL     | envp[0] … NULL | auxv … AT_NULL |  … | the strings | path |
    +------+---------+---+----------+------+---------+------+------+     +------------+------+
                                                     ▲                 ▲                ▲
                                              found by its bytes   AT_RANDOM        AT_EXECFN
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence
from mmap import mmap
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.arch import by_machine, syscall_name
from atfault.arch.base import MASK64, Architecture, with_identities
from atfault.errors import AccessError, FormatError, MemoryFault, NoProcessState, UnsupportedInput
from atfault.formats.core_notes import (
    AT_ENTRY,
    AT_EXECFN,
    AT_PHDR,
    AT_RANDOM,
    PF_FORKNOEXEC,
    CoreNotes,
    PrPsInfo,
    read_core_notes,
    text,
)
from atfault.formats.elf import ET_CORE, PT_NOTE, ElfFile
from atfault.model.absent import Absent
from atfault.model.process import (
    RANK_VARIABLES,
    MemoryMapping,
    ProcessInfo,
    Registers,
    SignalInfo,
    Thread,
    mapping_holding,
    rank_of,
)
from atfault.model.signals import SI_TKILL
from atfault.snapshot.core_form import (
    HEAD,
    TITLES,
    Progress,
    elf_kind,
    number,
    open_core_bytes,
    stored_attributes,
    what_to_do,
)
from atfault.snapshot.core_layout import lay_out, without_written
from atfault.snapshot.mapped_files import MappedFiles
from atfault.snapshot.memory import NOT_MAPPED, PiecewiseMemory
from atfault.snapshot.protocol import Memory
from atfault.snapshot.rights import Rights, rights_of_core
from atfault.snapshot.target_files import GivenFiles, LocalFile, TargetFiles

if TYPE_CHECKING:  # few cores were saved without texts
    from atfault.snapshot.stand_in import StandIn

_SIGTRAP, _SIGSTOP = 5, 19
# What a debugger's stop leaves in pr_cursig of a process that did not die.
_STOP_SIGNALS = frozenset((0, _SIGTRAP, _SIGSTOP))
# Between the vector and AT_RANDOM lie two short strings, padding of up to 8 KiB and alignment.
_SEARCH = 24 << 10
_WORDS_AT_ONCE = 512
_MAX_WORDS = 1 << 20
_MAX_STRINGS = 6 << 20
_MAX_ARGUMENTS = 4096
_MAX_ARGUMENT = 1 << 16
_MAX_ENVIRONMENT = 128 << 10


def open_core(
    path: str,
    executable: str | None = None,
    sysroot: str | None = None,
    progress: Progress | None = None,
) -> CoreSnapshot:
    """Open a core file: plain, .gz, .zst, .xz or .lz4, told by content.

    executable: the program on this machine, when it is not where the core says.
    sysroot: folder that holds the crashed process's root file system.
    progress: called with (bytes done, bytes in all) while a compressed core is unpacked.

    Raises InputError (one line: what, why, what to do) or NoProcessState.
    """
    data, warnings, status = open_core_bytes(path, progress)
    try:
        elf = ElfFile(data)
        if elf.type != ET_CORE:
            raise UnsupportedInput(f"not a core file: {_kind_of(elf, path)}")
        return CoreSnapshot(path, data, elf, warnings, status, executable, sysroot)
    except UnsupportedInput as error:
        data.close()
        raise UnsupportedInput(f"{path}: {error}") from None
    except FormatError as error:
        data.close()
        raise FormatError(f"{path} is damaged: {error}") from None
    except BaseException:
        data.close()
        raise


def _kind_of(elf: ElfFile, path: str) -> str:
    kind = elf_kind(bytes(elf.data[:HEAD]))
    if kind is None:
        return f"it is an ELF file of type {elf.type}"
    return f"it is {TITLES[kind]}; {what_to_do(kind, path)}"


class CoreSnapshot:
    """A process as its core file holds it; `protocol.Snapshot` says what the attributes mean."""

    kind = "core"

    def __init__(
        self,
        path: str,
        data: mmap,
        elf: ElfFile,
        warnings: list[str],
        status: os.stat_result,
        executable: str | None = None,
        sysroot: str | None = None,
    ) -> None:
        """status: of the core file, whose owner stands for the process's rights."""
        self.path = path
        self.warnings = warnings
        self.arch: Architecture = by_machine(elf.machine)
        self._data = data
        notes = self._read_notes(elf)
        self.auxv = notes.auxv
        layout = lay_out(elf.segments, notes.files, notes.auxv, data)
        self.gaps: list[str] = list(layout.problems)
        """What the core should hold and does not; `warnings` has them too."""
        self.lacking, self.contradiction = layout.lacking, layout.contradiction
        rights = _rights(path, status, notes.process)
        self.files = TargetFiles(sysroot or "/", rights)
        self._files = MappedFiles(layout, data, self.files, warnings, status.st_mtime)
        if layout.unprotected:
            layout = layout._replace(mappings=self._files.with_permissions())
        if layout.lacks_written:
            layout = without_written(layout)
        self.mappings: tuple[MemoryMapping, ...] = layout.mappings
        memory = PiecewiseMemory(layout.pieces, self._files.resolve, self._explain)
        self._stand_in: StandIn | None = None
        if notes.without_text is not None:
            decode = lazy.load("atfault.snapshot.stand_in:decode_stand_in")
            self._stand_in = decode(notes.without_text)
        memory.without_text = self._stand_in is not None
        self.memory: Memory = memory
        if not notes.threads and not layout.pieces:
            raise NoProcessState(f"{path} is a core without threads and without memory")
        signalled = _signalled_index(notes)
        self.threads: tuple[Thread, ...] = self._read_threads(notes, signalled)
        self.signal: SignalInfo | Absent = _read_signal(notes, signalled, self.arch)
        self.process: ProcessInfo = self._read_process(notes)
        stand_in = self._stand_in
        if stand_in is None:
            folder = folder_of_start(self.memory, notes.auxv)
        else:
            folder = stand_in.folder
        self.files.folders = (folder,) if folder else ()
        self._note_gaps(notes)
        if stand_in is not None:
            self.warnings.append(lazy.load("atfault.snapshot.stand_in:LEFT_OUT"))
        warnings.extend(self.gaps)
        if self.arch.left_out:
            warnings.append(f"not decoded on {self.arch.name}: {self.arch.left_out}")
        if executable is not None:
            self._take_executable(executable)

    def _read_notes(self, elf: ElfFile) -> CoreNotes:
        ranges = [(s.offset, s.filesz, s.align) for s in elf.segments if s.type == PT_NOTE]
        arch = self.arch
        return read_core_notes(self._data, ranges, arch.prstatus_regs_offset, arch.user_regs_size)

    def _read_threads(self, notes: CoreNotes, signalled: int) -> tuple[Thread, ...]:
        """The threads, the signalled one first. A core names the process's first thread alone."""
        arch, data = self.arch, self._data
        pid = notes.process.pid if notes.process else None
        name = notes.process.fname if notes.process else ""
        threads = []
        for status, _, (start, size), others in notes.threads:
            at = status.regs_offset
            registers = arch.decode_user_regs(data[at : at + arch.user_regs_size])
            registers = self._with_notes(registers, others)
            own_name = name if status.tid == pid else ""
            vectors = arch.decode_vectors(bytes(data[start : start + min(size, 4096)]))
            threads.append(Thread(status.tid, own_name, registers, vectors=vectors))
        if signalled:
            threads.insert(0, threads.pop(signalled))
        self.arch, found = with_identities(self.arch, self.memory, threads)
        return found

    def _with_notes(self, registers: Registers, others: dict[int, tuple[int, int]]) -> Registers:
        """With what notes of one processor tell of the thread, and the code that it stands at."""
        arch, data = self.arch, self._data
        if arch.code_mask_of is None:
            return registers
        sets = {kind: bytes(data[at : at + min(size, 64)]) for kind, (at, size) in others.items()}
        registers = arch.thread_notes(registers, sets)
        if sets and arch.code_mask == MASK64:
            self.arch = arch._replace(code_mask=arch.code_mask_of(sets))
        pc = arch.pc(registers)
        if arch.interrupted_call is not None and pc is not None:
            code = self.memory.read_upto(pc - 4, 8)
            registers = arch.interrupted_call(registers, code)
        return registers

    # ---- the process ----------------------------------------------------------------------------

    def _read_process(self, notes: CoreNotes) -> ProcessInfo:
        """Identity of the process. The working folder is not in a core: cwd is None."""
        stored = stored_attributes(self.path)
        executable = self._target_executable() or stored.get("exe", "")
        process = notes.process
        exact, variables = self._start_of(notes)
        arguments = None if exact is None else tuple(map(text, exact))
        rank = rank_of(variables)
        if arguments is None:
            arguments = tuple(process.psargs.split()) if process else ()
            if arguments:
                self.warnings.append(
                    "the command line comes from NT_PRPSINFO: cut at 79 bytes, split at spaces"
                )
        if process is not None:
            pid, ppid, uid = process.pid, process.ppid, process.uid
            forked = bool(process.flags & PF_FORKNOEXEC) if process.flags else None
            found = ProcessInfo(pid, ppid, executable, arguments, None, uid, exact or ())
            return found._replace(rank=rank, forked=forked)
        pid = number(stored.get("pid")) or (self.threads[0].tid if self.threads else 0)
        user = number(stored.get("uid"))
        found = ProcessInfo(pid, None, executable, arguments, None, user, exact or ())
        return found._replace(rank=rank)

    def _start_of(self, notes: CoreNotes) -> tuple[tuple[bytes, ...] | None, Mapping[str, str]]:
        """(argv, variables that tell a rank) as the process was started with them."""
        if self._stand_in is not None:
            words = self._stand_in.arguments
            encoded = tuple([word.encode("utf-8", "surrogatepass") for word in words])
            return encoded, self._stand_in.variables
        exact = arguments_on_stack(self.memory, notes.auxv, notes.auxv_bytes)
        return exact, variables_of_start(self.memory, notes.auxv, RANK_VARIABLES)

    def _target_executable(self) -> str:
        """The program's file as the target names it; "" when unknown."""
        for tag in (AT_PHDR, AT_ENTRY):
            mapping = mapping_holding(self.mappings, self.auxv.get(tag, 0))
            if mapping is not None and mapping.path.startswith("/"):
                return mapping.path
        address = self.auxv.get(AT_EXECFN, 0)
        name = text(self.memory.read_upto(address, 4096).split(b"\0", 1)[0]) if address else ""
        return name if name.startswith("/") else ""

    def _take_executable(self, executable: str) -> None:
        """Let the file that the user gave stand for the program, if it is the one that crashed."""
        given, why = GivenFiles().find(executable)
        if given is None:
            raise AccessError(f"the executable {executable} {why}")
        target = self.process.executable
        if not target:
            self.process = self.process._replace(executable=os.path.abspath(executable))
            return
        problem = self._files.give(target, given)
        if problem:
            self.warnings.append(
                f"{executable} is not the program that crashed and is not used ({problem}): "
                f"the core is one of {target}"
            )

    def _note_gaps(self, notes: CoreNotes) -> None:
        self.gaps.extend(f"a note of the core is damaged: {p}" for p in notes.problems)
        if not notes.threads:
            self.gaps.append("the core names no thread (NT_PRSTATUS is missing)")
            self.lacking = self.lacking or "the core names no thread"
        if not notes.files:
            self.gaps.append(
                "the core does not say which files were mapped (NT_FILE is missing): "
                "native frames cannot be named"
            )

    # ---- memory and files -----------------------------------------------------------------------

    def local_file(self, path: str) -> tuple[LocalFile | None, str]:
        """As `protocol.Snapshot.local_file`; the answer is remembered."""
        return self._files.local_file(path)

    def _explain(self, address: int) -> str:
        """Why no piece of memory covers `address`."""
        return NOT_MAPPED if mapping_holding(self.mappings, address) is None else "not in the core"

    def close(self) -> None:
        """Unmap the core and the files; every later read of `memory` is a MemoryFault."""
        memory = self.memory
        if isinstance(memory, PiecewiseMemory):
            memory.close()
        self._files.close()
        self.files.close()
        try:
            self._data.close()
        except BufferError:
            pass  # a caller still holds a view; it is unmapped when that goes

    def __enter__(self) -> CoreSnapshot:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


def _rights(path: str, status: os.stat_result, process: PrPsInfo | None) -> Rights:
    """Whose files the process could read, by who owns its core."""
    named = number(stored_attributes(path).get("uid"))
    if not named and process is not None:
        named = process.uid
    return rights_of_core(status.st_uid, status.st_gid, named)


def _signalled_index(notes: CoreNotes) -> int:
    """Index of the thread that took the signal; the kernel and gcore put it first."""
    for index, thread in enumerate(notes.threads):
        if thread.status.signal not in _STOP_SIGNALS:
            return index
    return 0


def _read_signal(notes: CoreNotes, index: int, arch: Architecture) -> SignalInfo | Absent:
    """The signal that the process died of. Without a siginfo only number and tid are known."""
    if not notes.threads:
        return Absent("the core holds no thread")
    status, info = notes.threads[index][:2]
    number = status.signal or (info.signal if info else 0)
    # A SIGTRAP that killed has a hardware code (> 0), or the thread has sent it to itself
    # (`raise`); a debugger's own stop is neither.
    own = notes.process.pid if notes.process is not None else 0
    is_raised = info is not None and info.code == SI_TKILL and info.sender_pid == own != 0
    trapped = number == _SIGTRAP and info is not None and (info.code > 0 or is_raised)
    if number in _STOP_SIGNALS and not trapped:
        return Absent("the process was alive when its core was taken")
    if info is None or info.signal != number:
        return SignalInfo(number, tid=status.tid)
    _, code, address, pid, uid, call = info
    return SignalInfo(number, code, address, pid, uid, status.tid, syscall_name(call, arch))


def arguments_on_stack(
    memory: Memory, auxv: dict[int, int], auxv_bytes: bytes
) -> tuple[bytes, ...] | None:
    """argv; None when it is not where the kernel put it.

    At most 4,096 arguments of at most 64 KiB. Exact or None: the count that the kernel stored
    before argv must agree.
    """
    start = _find_vector(memory, auxv, auxv_bytes)
    if start is None:
        return None
    pointers = _pointers_before(memory, start)
    if pointers is None:
        return None
    try:
        return tuple([memory.cstring(p, _MAX_ARGUMENT) for p in pointers[:_MAX_ARGUMENTS]])
    except MemoryFault:
        return None


def folder_of_start(memory: Memory, auxv: dict[int, int]) -> str:
    """The folder that the process was started in, as its environment had it (PWD) when it began;
    "" when that cannot be found."""
    block = _environment(memory, auxv)
    found = block.rfind(b"\0PWD=/")
    return os.fsdecode(block[found + 5 :].split(b"\0", 1)[0]) if found >= 0 else ""


def variables_of_start(
    memory: Memory, auxv: dict[int, int], names: Sequence[str]
) -> dict[str, str]:
    """Those of the environment that the process began with that have one of the names."""
    block = _environment(memory, auxv)
    found = {}
    for name in names:
        at = block.rfind(b"\0" + os.fsencode(name) + b"=")
        if at >= 0:
            found[name] = os.fsdecode(block[at + len(name) + 2 :].split(b"\0", 1)[0])
    return found


def _environment(memory: Memory, auxv: dict[int, int]) -> bytes:
    """The strings that the process began with, as many as can be read: they lie between what
    AT_RANDOM and AT_EXECFN lead to (create_elf_tables in fs/binfmt_elf.c of Linux)."""
    end, random = auxv.get(AT_EXECFN, 0), auxv.get(AT_RANDOM, 0)
    low = max(end - _MAX_ENVIRONMENT, random if random < end else 0, 0)
    while low < end:
        block = memory.read_upto(low, end - low)
        if len(block) == end - low:
            return block
        low = (low + len(block)) // 4096 * 4096 + 4096
    return b""


def _find_vector(memory: Memory, auxv: dict[int, int], auxv_bytes: bytes) -> int | None:
    """Address of the auxiliary vector in the stack."""
    top = auxv.get(AT_RANDOM) or auxv.get(AT_EXECFN)
    if not top:
        return None
    words = struct.unpack(f"<{len(auxv_bytes) // 8}Q", auxv_bytes[: len(auxv_bytes) & ~7])
    pairs = next((i for i in range(0, len(words), 2) if words[i] == 0), 0)
    if pairs < 8:
        return None
    low = max(top - _SEARCH, 0)
    window = memory.read_upto(low, top - low)
    if len(window) < top - low:
        # The stack begins inside the window: take what is readable below the top.
        low += 4096 - low % 4096
        while low < top and len(window := memory.read_upto(low, top - low)) < top - low:
            low += 4096
    at = window.rfind(auxv_bytes[: 8 * pairs])
    return low + at if at >= 0 else None


def _pointers_before(memory: Memory, vector: int) -> list[int] | None:
    """argv pointers, found by walking down from the vector.

    The program may have replaced words of envp by heap pointers (setenv) or closed gaps in it
    (unsetenv), so envp is only passed over: argv is the run of pointers to strings that begins
    below a NULL and ends at the first small number, which must be the length of the run.
    """
    strings = range(vector, vector + _MAX_STRINGS)
    run: list[int] | None = None
    seen = 0
    high = vector
    while seen < _MAX_WORDS:
        words = _words_below(memory, high)
        if not words:
            return None
        seen += len(words)
        high -= 8 * len(words)
        for word in reversed(words):
            if word == 0:
                run = []
            elif word in strings:
                if run is not None:
                    run.append(word)
            elif word < _MAX_WORDS:
                return run[::-1] if run and word == len(run) else None
            else:
                run = None
    return None


def _words_below(memory: Memory, high: int) -> tuple[int, ...]:
    """Up to 512 words that end at `high`; fewer where the readable memory begins, () for none."""
    for count in (_WORDS_AT_ONCE, 64, 8, 1):
        try:
            return memory.u64s(high - 8 * count, count)
        except MemoryFault:
            continue
    return ()
