"""What a bus error says of the mapping that it came from."""

from __future__ import annotations

import pytest

from atfault.decode.address_space import BUS_ADRERR, SIGBUS, layout_of
from atfault.model.process import MemoryMapping, SignalInfo
from atfault.native.modules import ModuleMap

KERNELS = MemoryMapping(
    0x7F0000000000, 0x7F0000004000, 0, True, False, False, "[vvar]", dumped=0x4000
)


class Snapshot:
    threads = ()
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
