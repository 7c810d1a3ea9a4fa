"""The fields that an architecture module fills in."""

from collections.abc import Callable
from typing import NamedTuple

from atfault.model.process import Registers


class Jumps(NamedTuple):
    """Jumps out of, or within, a piece of code."""

    targets: frozenset[int]
    slots: frozenset[int]
    """Addresses of words that hold a target, as in a procedure linkage table."""
    computed: bool
    """It also jumps to where a register points."""


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


class Architecture(NamedTuple):
    """Registers, DWARF numbers and kernel layouts of one processor architecture."""

    name: str
    e_machine: int
    word_size: int
    sp: int
    """DWARF number of the stack pointer."""
    fp: int
    """DWARF number of the frame pointer."""
    ra: int
    """DWARF column of the return address, which is also where `Registers.general` keeps the pc."""
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

    def pc(self, registers: Registers) -> int | None:
        return registers.general[self.ra]

    def stack_pointer(self, registers: Registers) -> int | None:
        return registers.general[self.sp]
