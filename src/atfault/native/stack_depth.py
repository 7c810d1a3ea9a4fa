"""How to leave the frame of a function made at run time, told from its instructions.

LLVM writes no unwind information for functions that cannot unwind. Their instructions are followed
along all branches, as an code_map's rules would have been made:

    7f34b25ac000   push r15                              8 bytes above the return address from here;
    7f34b25ac002   sub rsp, 0x18                         32;  the caller's r15 is right below it
    7f34b25ac006   test rdi, rdi
    7f34b25ac009   je 0x7f34b25ac030                     32 there, too
    7f34b25ac00b   vmovsd xmm0, qword ptr [rax + rdx]    ← failed: the return address is at rsp + 32

Where two ways disagree, or rsp is set in any other manner, nothing is told.
"""

from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.native.code_map import CodeMap
from atfault.native.disassemble import Instruction, disassemble

MAX_BYTES = 1 << 14
MAX_DEPTH = 1 << 20
_STACK_POINTER = ("rsp", "esp", "sp", "spl")
_CALLEE_SAVED = {"rbx": 3, "rbp": 6, "r12": 12, "r13": 13, "r14": 14, "r15": 15}


class Layout(NamedTuple):
    """The frame of a function at one of its instructions."""

    function_start: int
    depth: int
    """Bytes between rsp and the return address."""
    saved: tuple[tuple[int, int], ...]
    """(DWARF number of a register, where the caller's value lies from the CFA)."""


class _Paths:
    """What is on the stack at each instruction that can be reached."""

    def __init__(self) -> None:
        self.depths: dict[int, int] = {}
        """Address of an instruction → bytes pushed before it."""
        self.behind: dict[int, int] = {}
        """Address behind a call → the same, after the call has returned."""
        self.pushes: dict[str, set[int]] = {}
        """Register → bytes pushed, itself included, where it is pushed."""
        self.first: dict[str, int] = {}
        """The same where it is pushed first, before any jump or call: the caller's value, as a
        register is saved before it is used. What is pushed later may be an argument of a call."""


def frame_layout(code_map: CodeMap, pc: int, exact: bool) -> Layout | None:
    """The frame of the announced function that `pc` is in; None when it cannot be told.

    exact: `pc` is an instruction to be executed, not a return address.
    """
    if code_map.arch.link is not None:
        return None  # the instructions of x86-64 alone are followed
    known = code_map.announced_function(pc if exact else pc - 1)
    if known is None or not 0 < known[1] - known[0] <= MAX_BYTES:
        return None
    start, end = known
    try:
        code = code_map.memory.read(start, end - start)
    except MemoryFault:
        return None
    paths = _follow(code, start)
    depth = None
    if paths is not None:
        depth = paths.depths.get(pc) if exact else paths.behind.get(pc)
    if paths is None or depth is None:
        return None
    saved = []
    for register, places in paths.pushes.items():
        number = _CALLEE_SAVED.get(register)
        if number is None:
            continue
        if len(places) > 1 and register not in paths.first:
            return None
        place = paths.first.get(register, min(places))
        if place <= depth:
            saved.append((number, -8 - place))
    return Layout(start, depth, tuple(saved))


def _follow(code: bytes, start: int) -> _Paths | None:
    paths = _Paths()
    depths = paths.depths
    pending = [(start, 0)]
    opening = True
    while pending:
        at, depth = pending.pop()
        while True:
            if at == start + len(code) and at in paths.behind:
                break  # the function ends with a call that does not return
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
            opening = opening and name != "call" and not name.startswith("j")
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
                if name == "push":
                    paths.pushes.setdefault(found.first_register, set()).add(depth)
                    if opening:
                        paths.first.setdefault(found.first_register, depth)
                elif name == "call":
                    paths.behind[at + found.length] = depth
            at += found.length
    return paths


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
