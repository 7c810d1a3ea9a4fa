"""How much a function made at run time has put on the stack, told from its instructions.

LLVM writes no unwind information for functions that cannot unwind. Their instructions are followed
along all branches, as an unwinder's rules would have been made:

    7f34b25ac000   push r15                              8 bytes above the return address from here
    7f34b25ac002   sub rsp, 0x18                         32
    7f34b25ac006   test rdi, rdi
    7f34b25ac009   je 0x7f34b25ac030                     32 there, too
    7f34b25ac00b   vmovsd xmm0, qword ptr [rax + rdx]    ← failed: the return address is at rsp + 32

Where two ways disagree, or rsp is set in any other manner, nothing is told.
"""

from __future__ import annotations

from atfault.errors import MemoryFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.native.instructions import Instruction
    from atfault.native.unwind import Unwinder

MAX_BYTES = 1 << 14
MAX_DEPTH = 1 << 20
_STACK_POINTER = ("rsp", "esp", "sp", "spl")


def stack_depth(unwinder: Unwinder, pc: int) -> int | None:
    """Bytes between rsp at `pc` and the return address of the announced function there; None when
    it cannot be told."""
    known = unwinder.announced_function(pc)
    if known is None or not 0 < known[1] - known[0] <= MAX_BYTES:
        return None
    start, end = known
    try:
        code = unwinder.memory.read(start, end - start)
    except MemoryFault:
        return None
    return _follow(code, start, pc)


def _follow(code: bytes, start: int, pc: int) -> int | None:
    from atfault.native.disassemble import disassemble

    depths: dict[int, int] = {}
    pending = [(start, 0)]
    while pending:
        at, depth = pending.pop()
        while True:
            if not start <= at < start + len(code) or not 0 <= depth <= MAX_DEPTH:
                return None
            if at in depths:
                if depths[at] != depth:
                    return None
                break
            depths[at] = depth
            found = disassemble(code[at - start :], at)
            if isinstance(found, str) or found.length <= 0:
                return None
            name = found.mnemonic.rsplit(" ", 1)[-1]
            if name in ("ret", "ud2", "hlt"):
                break
            if name.startswith("j"):
                target = _target(found)
                if target is None:
                    return None
                pending.append((target, depth))
                if name == "jmp":
                    break
            else:
                change = _change(found, name)
                if change is None:
                    return None
                depth += change
            at += found.length
    return depths.get(pc)


def _target(found: Instruction) -> int | None:
    """Where a jump leads; None for a computed one."""
    operand = found.text.rsplit(" ", 1)[-1]
    try:
        return int(operand, 16) if operand.startswith("0x") else None
    except ValueError:
        return None


def _change(found: Instruction, name: str) -> int | None:
    """By how much the instruction lowers rsp; None when that cannot be told."""
    if name == "push":
        return 8 if found.first_size == 8 or not found.first_register else None
    if name == "pop":
        return -8 if found.first_size == 8 and found.first_register != "rsp" else None
    if found.first_register in _STACK_POINTER:
        operand = found.text.rsplit(", ", 1)[-1]
        if name not in ("sub", "add") or found.first_register != "rsp":
            return None if name not in ("cmp", "test") else 0
        try:
            amount = int(operand, 16) if operand.startswith(("0x", "-0x")) else int(operand)
        except ValueError:
            return None
        return amount if name == "sub" else -amount
    if name.startswith(("leave", "enter", "pusha", "popa", "pushf", "popf", "iret", "sys")):
        return None
    return 0
