"""Which pages a pause copies."""

from __future__ import annotations

from atfault.analyze.live import _outside, _stacks_of
from atfault.arch.x86_64 import X86_64
from atfault.model.process import MemoryMapping, Registers, Thread

SP = 0x7F00_0010_0010


def mapping(start: int, end: int, readable: bool = True, path: str = "") -> MemoryMapping:
    return MemoryMapping(start, end, 0, readable, readable, False, path)


def thread(sp: int) -> Thread:
    general = tuple([sp if column == X86_64.sp else 0 for column in range(17)])
    return Thread(1, "worker", Registers(general))


def test_a_stack_is_told_by_the_guard_page_below_it() -> None:
    guarded = (mapping(0x7F00_0000_0000, 0x7F00_0000_1000, readable=False),)
    own = mapping(0x7F00_0000_1000, 0x7F00_0080_1000)
    found = _stacks_of((thread(SP),), X86_64, (*guarded, own))
    assert found == ((0x7F00_0010_0000, 0x7F00_0080_1000),)


def test_a_stack_inside_of_other_memory_is_not_told() -> None:
    heap = mapping(0x7F00_0000_1000, 0x7F00_0080_1000)
    below = mapping(0x7F00_0000_0000, 0x7F00_0000_1000)
    assert _stacks_of((thread(SP),), X86_64, (below, heap)) == ()
    assert _stacks_of((thread(SP),), X86_64, (heap,)) == ()
    assert _stacks_of((thread(0),), X86_64, (below, heap)) == ()


def test_pages_of_known_stacks_are_left_out() -> None:
    pages = [0x9000, 0x1000, 0x2000, 0x4000]
    assert _outside(pages, ((0x1000, 0x3000), (0x8000, 0x9000))) == [0x9000, 0x4000]
    assert _outside(pages, ()) == pages


def test_the_stack_registers_are_those_of_the_whole_set() -> None:
    raw = bytes(range(216))
    known = X86_64.decode_user_regs(raw)
    assert X86_64.decode_stack(raw) == (known.general[X86_64.sp], known.thread_pointer)
    assert X86_64.decode_stack(raw[:100]) == (0, 0)
