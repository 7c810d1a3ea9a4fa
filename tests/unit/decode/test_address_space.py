"""What a bus error says of the mapping that it came from."""

from __future__ import annotations

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.decode.address_space import BUS_ADRERR, SIGBUS, layout_of
from atfault.model.process import MemoryMapping, Registers, SignalInfo, Thread
from atfault.native.modules import ModuleMap

KERNELS = MemoryMapping(
    0x7F0000000000, 0x7F0000004000, 0, True, False, False, "[vvar]", dumped=0x4000
)


class Snapshot:
    threads: tuple[Thread, ...] = ()
    arch = X86_64
    lacking = contradiction = ""

    def __init__(self, signal: SignalInfo, *mappings: MemoryMapping) -> None:
        self.signal = signal
        self.mappings = mappings


def mappings_after(signal: SignalInfo, mapping: MemoryMapping) -> list[tuple[int, int, bool, int]]:
    """(start, end, readable, dumped)"""
    layout = layout_of(Snapshot(signal, mapping), ModuleMap(()), [])  # type: ignore[arg-type]
    return [(one.start, one.end, one.readable, one.dumped) for one in layout.mappings]


def bus_error(address: int, code: int = BUS_ADRERR) -> SignalInfo:
    return SignalInfo(SIGBUS, code, address, None, None, 1)


def test_from_the_page_that_a_bus_error_found_missing_on_there_is_no_memory() -> None:
    low, high = KERNELS.start, KERNELS.end
    found = mappings_after(bus_error(low + 0x1008), KERNELS)
    assert found == [(low, low + 0x1000, True, 0x1000), (low + 0x1000, high, False, 0x3000)]
    assert mappings_after(bus_error(low), KERNELS) == [(low, high, False, 0x4000)]


@pytest.mark.parametrize(
    ("signal", "mapping"),
    [
        (bus_error(KERNELS.start), KERNELS._replace(path="/data/truncated.bin")),
        (bus_error(KERNELS.start, code=1), KERNELS),
        (bus_error(KERNELS.end), KERNELS),
        (SignalInfo(11, 2, KERNELS.start, None, None, 1), KERNELS),
    ],
    ids=["a file's page", "misaligned", "elsewhere", "no bus error"],
)
def test_any_other_mapping_stays_as_it_is(signal: SignalInfo, mapping: MemoryMapping) -> None:
    assert mappings_after(signal, mapping) == [(mapping.start, mapping.end, True, 0x4000)]


LOW, SIZE, GUARD = 0x7F1000000000, 0x30000, 0x1000


def stack(number: int) -> tuple[MemoryMapping, MemoryMapping]:
    """The guard and the stack of the thread of this number, which lies above that of the one before
    it."""
    start = LOW + number * (GUARD + SIZE)
    guard = MemoryMapping(start, start + GUARD, 0, False, False, False)
    return guard, MemoryMapping(start + GUARD, start + GUARD + SIZE, 0, True, True, False)


def limits_of(*threads: tuple[int, int]) -> list[tuple[int, int, int]]:
    """threads: (which stack its own data lies in, which one its stack pointer)."""
    stacks = [stack(number)[1] for number in range(2)]
    snapshot = Snapshot(bus_error(0), *stack(0), *stack(1))
    snapshot.threads = tuple(
        Thread(
            100 + at,
            "",
            Registers(
                (None,) * 7 + (stacks[sp].start + 0x800,) + (None,) * 9, stacks[own].end - 0x900
            ),
        )
        for at, (own, sp) in enumerate(threads)
    )
    layout = layout_of(snapshot, ModuleMap(()), [])  # type: ignore[arg-type]
    return [
        (tid, (low - LOW) // (GUARD + SIZE), high - low) for tid, low, high in layout.stack_limits
    ]


def test_a_stack_pointer_beyond_the_guard_lies_in_the_stack_of_another_thread() -> None:
    assert limits_of((0, 0), (1, 1)) == [(100, 0, SIZE), (101, 1, SIZE)]
    assert limits_of((0, 0), (1, 0)) == [(100, 0, SIZE), (101, 1, SIZE)]


def test_a_stack_that_is_no_thread_s_is_that_of_who_stands_in_it() -> None:
    """As those of coroutines, which lie anywhere."""
    assert limits_of((1, 0)) == [(100, 0, SIZE)]
