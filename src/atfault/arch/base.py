"""The fields that an architecture module fills in."""

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from atfault.model.process import MAX_USER_ADDRESS, Registers, Thread

MASK64 = 0xFFFF_FFFF_FFFF_FFFF
CODE_SET = 0
"""Among the sets behind the general registers: the instruction before the pc, and that at it."""
_SET = struct.Struct("<II")


class Reader(Protocol):
    """What of a target's memory an architecture reads."""

    def read_upto(self, address: int, size: int) -> bytes: ...


class Jumps(NamedTuple):
    """Jumps out of, or within, a piece of code."""

    targets: frozenset[int]
    slots: frozenset[int]
    """Addresses of words that hold a target, as in a procedure linkage table."""
    computed: bool
    """It also jumps to where a register points."""


class Access(NamedTuple):
    """One memory access of an instruction."""

    address: int | None
    """None where a register is unknown, or the operand is one of vectors."""
    size: int
    """Bytes; 0 where it is not known."""
    is_write: bool
    registers: tuple[tuple[str, int], ...]
    """(name, value) of those that the address was computed from."""
    scale: int = 1
    """What the last of them was multiplied by."""


class SignalFrame(NamedTuple):
    """What the kernel left on the stack when it called a signal handler."""

    general: tuple[int, ...]
    """The interrupted registers, indexed as `Registers.general`."""
    signal: int
    code: int
    address: int
    """si_signo, si_code and si_addr of its siginfo, which the kernel fills in only for handlers
    that asked for one (SA_SIGINFO): otherwise it is whatever lay there before."""
    fault: tuple[int, int | None] | None
    """(si_code, address) that the processor's own record of the thread's last fault amounts to, if
    that fault makes the signal asked about; the code 0 where the mappings decide it."""
    is_write: bool
    """That fault was a write."""


def _unknown_target(_code: bytes, _address: int) -> int | None:
    return None


def _unknown_arguments(code: bytes, address: int) -> tuple[int, ...]:
    return ()


def _unknown_jumps(_code: bytes, _address: int) -> Jumps:
    return Jumps(frozenset(), frozenset(), True)


def _unknown_number(_code: bytes) -> int | None:
    return None


def _unknown_vectors(_data: bytes) -> tuple[int, ...]:
    return ()


def _unknown_signal_frame(_frame: bytes, _number: int) -> SignalFrame | None:
    return None


def _without_notes(registers: Registers, _notes: Mapping[int, bytes]) -> Registers:
    return registers


def _no_pthread_size(_memory: Reader, _threads: Sequence[tuple[int, int]]) -> int:
    return 0


def _unknown_breakpoint(_code: bytes) -> str:
    return ""


def _no_literals(_code: bytes, address: int) -> tuple[dict[int, int], int]:
    return {}, address


def _no_slot(_code: bytes, _address: int) -> int | None:
    return None


class Architecture(NamedTuple):
    """Registers, DWARF numbers and kernel layouts of one processor architecture."""

    name: str
    e_machine: int
    word_size: int
    sp: int
    """DWARF number of the stack pointer."""
    fp: int
    """DWARF number of the frame pointer, which points to the caller's; the return address is
    next to that."""
    return_column: int
    """DWARF column of the return address."""
    pc_number: int
    """Where `Registers.general` keeps the pc, as its last."""
    callee_saved: tuple[int, ...]
    """DWARF numbers that keep their value across a call when no unwind rule says otherwise."""
    user_regs_size: int
    """Bytes of the general-purpose register set of PTRACE_GETREGSET / NT_PRSTATUS."""
    decode_user_regs: Callable[[bytes], Registers]
    """Register-set bytes → Registers. Raises FormatError when too short."""
    decode_stack: Callable[[bytes], tuple[int, int]]
    """Register-set bytes → (stack pointer, thread pointer), at a fraction of the time; (0, 0) when
    too short."""
    encode_user_regs: Callable[[Registers], bytes]
    """The way back; registers that are not known become 0."""
    prstatus_regs_offset: int
    """Offset of pr_reg in struct elf_prstatus."""
    syscall_names: dict[int, str]
    """The system calls that the reports name (waiting ones); not all of them."""
    ending_calls: dict[int, str]
    """The system calls by which a process ends itself: exit_group, and those that send signals."""
    has_call_before: Callable[[bytes], bool]
    """Whether the bytes that end at a candidate return address end in a call instruction."""
    sigreturn_codes: tuple[bytes, ...] = ()
    """Instruction bytes of the trampoline that a signal handler returns to."""
    signal_context: tuple[tuple[int, int], ...] = ()
    """(DWARF number, offset from the trampoline's stack pointer) of each register that the kernel
    saved when it delivered the signal; for trampolines without call frame information."""
    signal_frame_size: int = 0
    """Bytes of struct ucontext and siginfo, which lie where a signal trampoline's stack pointer
    is."""
    decode_signal_frame: Callable[[bytes, int], SignalFrame | None] = _unknown_signal_frame
    """(signal_frame_size bytes, signal number) → what they say; None when too short."""
    signal_frame_registers: Callable[[bytes], bytes] = bytes
    """The general registers of user_regs_struct bytes as the signal frame holds them, at
    signal_context[0]; b"" when too short."""
    function_mark: bytes = b""
    """The instruction that functions begin with where control flow is protected (and that is found
    inside of them only as the target of computed jumps); b"" for none."""
    function_alignment: int = 16
    direct_call_target: Callable[[bytes, int], int | None] = _unknown_target
    """(bytes that end at a return address, that address) → where its call went; None: indirect."""
    constant_arguments: Callable[[bytes, int], tuple[int, ...]] = _unknown_arguments
    """(bytes that end at a return address, that address) → the first four arguments of its call
    where all are constants in the code; () otherwise."""
    jumps: Callable[[bytes, int], Jumps] = _unknown_jumps
    """(code of a function or stub, its address) → where it may jump to; an over-approximation."""
    decode_vectors: Callable[[bytes], tuple[int, ...]] = _unknown_vectors
    """Floating-point register set (NT_PRFPREG) → `Thread.vectors`; () when too short."""
    pthread_tid_offset: int = 0
    """Of tid in glibc's struct pthread, from the thread pointer; 0 unknown."""
    syscall_code: bytes = b""
    """The instruction; empty where it is not known."""
    syscall_result: int = 0
    """DWARF number of the register that a system call returns its result in."""
    syscall_number_before: Callable[[bytes], int | None] = _unknown_number
    """(code that ends after a system call instruction, or right before one) → the call's number,
    where the instructions load it as a constant."""

    syscall_number: int = 0
    """DWARF number of the register that a system call's number is passed in."""
    link: int | None = None
    """DWARF number of the register that a call leaves its return address in; None where it goes to
    the stack."""
    register_names: tuple[str, ...] = ()
    """Of the general registers, by DWARF number, the pc left out."""
    arguments: tuple[int, ...] = ()
    """DWARF numbers of the registers that the first integers and pointers of a call are passed in,
    in order."""
    caller_saved: tuple[int, ...] = ()
    """DWARF numbers of the registers that belong to the function that runs."""
    user_end: int = MAX_USER_ADDRESS
    """Nothing of a process lies at or above it."""
    address_mask: int = MASK64
    """Bits of a pointer that memory is addressed by; the others may hold a tag."""
    code_mask: int = MASK64
    """Bits of a return address that are left when its signature is taken off. As the process has
    it, where the snapshot tells."""
    dtv: int = 8
    """Where the C library keeps the thread's dtv, from the thread pointer."""
    pthread_size: int = 0
    """Bytes from pthread_self(), which `Registers.thread_pointer` is, to where the thread pointer
    points. As the process has it."""
    register_sets: tuple[int, ...] = ()
    """Types of the register sets that tell more of a stopped thread than the general ones; they lie
    behind those, see `with_sets`."""
    thread_notes: Callable[[Registers, Mapping[int, bytes]], Registers] = _without_notes
    """(registers, notes of owner LINUX that a core has of the thread, by type) → all of them."""
    interrupted_call: Callable[[Registers, bytes], Registers] | None = None
    """(registers, the instruction before the pc and that at it) → with the system call that the
    thread was taken out of, where code tells it; None where the register set does."""
    code_mask_of: Callable[[Mapping[int, bytes]], int] | None = None
    """As thread_notes: → code_mask; None where return addresses are never signed."""
    all_syscall_names: dict[int, str] = {}
    """Of every call, for the few reports that name one that a filter refused."""
    called_register: Callable[[bytes], int | None] = _unknown_number
    """Code that begins with an indirect call or jump → DWARF number of the register it goes to;
    None where it is none, or `native.fault` asks capstone."""
    pthread_size_of: Callable[[Reader, Sequence[tuple[int, int]]], int] = _no_pthread_size
    """(memory, (thread pointer, thread id) of each thread) → pthread_size; 0 when not told."""
    decode_accesses: Callable[[bytes, Registers], tuple[Access, ...]] | None = None
    """(code that begins with the instruction at the pc, registers) → its memory accesses; () for an
    instruction without one, or not known. None where `native.fault` asks capstone."""
    breakpoint_at: Callable[[bytes], str] = _unknown_breakpoint
    """Code at the pc of a thread that a trap stopped → the instruction, where such a trap leaves
    the pc at it; "" for any other."""
    literals_before: Callable[[bytes, int], tuple[dict[int, int], int]] = _no_literals
    """(code that ends at a return address, that address) → (constants in registers, by DWARF
    number, as its call is made, as far as the instructions right before it say; where these
    begin)."""
    errno_slot: Callable[[bytes, int], int | None] = _no_slot
    """(code of __errno_location, its address) → where the dynamic loader keeps how far from the
    thread pointer errno is; None where the code is of no known kind."""

    left_out: str = ""
    """What of a process's code is not decoded, in words; "" for nothing."""

    def pc(self, registers: Registers) -> int | None:
        return registers.general[self.pc_number]

    def is_possible(self, address: int) -> bool:
        """Whether a process could have this address at all, or the kernel."""
        return address < self.user_end or address >= MASK64 + 1 - self.user_end

    def stack_pointer(self, registers: Registers) -> int | None:
        return registers.general[self.sp]


def with_sets(general: bytes, sets: Mapping[int, bytes]) -> bytes:
    """The general registers of a stopped thread with further sets (NT_*, CODE_SET) behind them:

    general, user_regs_size │ type, size: u32 │ set │ type, size │ set │ …
    """
    parts = [general]
    for kind, content in sets.items():
        parts += (_SET.pack(kind, len(content)), content)
    return b"".join(parts)


def sets_behind(raw: bytes, size: int) -> dict[int, bytes]:
    """The sets behind the `size` bytes of general registers; {} for none."""
    sets: dict[int, bytes] = {}
    while size + _SET.size <= len(raw):
        kind, length = _SET.unpack_from(raw, size)
        size += _SET.size + length
        sets[kind] = raw[size - length : size]
    return sets


def with_identities(
    arch: Architecture,
    memory: Reader,
    threads: Sequence[Thread],
    inner_id: Callable[[int], int] = int,
) -> tuple[Architecture, tuple[Thread, ...]]:
    """The threads with pthread_self() for the thread pointer, and the architecture with the
    difference, where the two differ. inner_id: thread id here → as the thread itself sees it."""
    if arch.link is None:
        return arch, tuple(threads)
    pointers = [(one.registers.thread_pointer or 0, one.tid) for one in threads]
    size = arch.pthread_size
    if not size:
        known = [(pointer, inner_id(tid)) for pointer, tid in pointers if pointer]
        size = arch.pthread_size_of(memory, known)
    return arch._replace(pthread_size=size), tuple(
        [
            one._replace(registers=one.registers._replace(thread_pointer=pointer - size))
            if pointer
            else one
            for one, (pointer, _) in zip(threads, pointers)
        ]
    )
