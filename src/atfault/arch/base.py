"""The fields that an architecture module fills in."""

from __future__ import annotations

from atfault.model.process import Registers
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Jumps(NamedTuple):
    """Jumps out of, or within, a piece of code."""

    targets: frozenset[int]
    slots: frozenset[int]
    """Addresses of words that hold a target, as in a procedure linkage table."""
    computed: bool
    """It also jumps to where a register points."""


def _unknown_target(_code: bytes, _address: int) -> int | None:
    return None


def _unknown_jumps(_code: bytes, _address: int) -> Jumps:
    return Jumps(frozenset(), frozenset(), True)


def _unknown_number(_code: bytes) -> int | None:
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
    prstatus_regs_offset: int
    """Offset of pr_reg in struct elf_prstatus."""
    syscall_names: dict[int, str]
    """The system calls that the reports name (waiting ones); not all of them."""
    has_call_before: Callable[[bytes], bool]
    """Whether the bytes that end at a candidate return address end in a call instruction."""
    sigreturn_codes: tuple[bytes, ...] = ()
    """Instruction bytes of the trampoline that a signal handler returns to."""
    signal_context: tuple[tuple[int, int], ...] = ()
    """(DWARF number, offset from the trampoline's stack pointer) of each register that the kernel
    saved when it delivered the signal; for trampolines without call frame information."""
    function_mark: bytes = b""
    """The instruction that functions begin with where control flow is protected (and that is found
    inside of them only as the target of computed jumps); b"" for none."""
    function_alignment: int = 16
    direct_call_target: Callable[[bytes, int], int | None] = _unknown_target
    """(bytes that end at a return address, that address) → where its call went; None: indirect."""
    jumps: Callable[[bytes, int], Jumps] = _unknown_jumps
    """(code of a function or stub, its address) → where it may jump to; an over-approximation."""
    pthread_tid_offset: int = 0
    """Of tid in glibc's struct pthread, from the thread pointer; 0 unknown."""
    syscall_number_before: Callable[[bytes], int | None] = _unknown_number
    """(code that ends after a system call instruction, or right before one) → the call's number,
    where the instructions load it as a constant."""

    def pc(self, registers: Registers) -> int | None:
        return registers.general[self.ra]

    def stack_pointer(self, registers: Registers) -> int | None:
        return registers.general[self.sp]
