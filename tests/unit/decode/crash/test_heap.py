"""What is found beside the damage in a pool of Python's allocator."""

import struct
from types import SimpleNamespace

from atfault.cpython.memory.pymalloc import OVERHEAD, pool_size
from atfault.decode.crash import heap
from atfault.model.blocks import DamagedPool
from atfault.model.holders import Holder, Load
from atfault.model.process import Module
from support.byte_memory import ByteMemory

START = 0x7F00_0000_0000
SIZE = 32
OWN, PACKAGE, PYTHON = "/app/vectors.so", "/x/site-packages/numpy/core.so", "/usr/lib/libpython.so"
TYPES = {
    "vectors.Vector": (0x1000, OWN, 24),
    "numpy.float64": (0x2000, PACKAGE, 24),
    "float": (0x3000, PYTHON, 24),
}


def pool_of(*names, first=0x3FE1_0000_0000_0001):
    """A pool that holds objects of these types, one after the other; its list begins at `first`."""
    raw = bytearray(pool_size(11))
    head = (len(names), first, 0, 0, 0, SIZE // 16 - 1, OVERHEAD + SIZE * len(names))
    struct.pack_into("<QQQQIIII", raw, 0, *head, len(raw) - SIZE)
    for at, name in enumerate(names):
        struct.pack_into("<QQ", raw, OVERHEAD + SIZE * at, 1, TYPES[name][0])
    return ByteMemory({START: bytes(raw)})


def found_in(memory, monkeypatch, holder=START):
    by_address = {
        address: SimpleNamespace(
            name=name, address=address, basicsize=size, from_class_statement=False
        )
        for name, (address, _, size) in TYPES.items()
    }
    modules = {
        address: Module(path, None, "", address, address, address + 8)
        for address, path, _ in TYPES.values()
    }

    def info_of(at):
        return by_address.get(memory.u64(at + 8)) if at % 8 == 0 else None

    reader = SimpleNamespace(
        native_type=info_of,
        type=info_of,
        class_at=lambda _: None,
        machine_code=lambda _: 0,
        word=lambda _: 0,
    )
    monkeypatch.setattr(heap, "ObjectReader", lambda _: reader)
    runtime = SimpleNamespace(
        version=(3, 11),
        module=modules[TYPES["float"][0]],
        offsets={"PyTypeObject": {"tp_dealloc": 48, "tp_base": 256}},
    )
    read = Holder(Load(holder, 8, 0x3FE1_0000_0000_0001), "block")
    return heap._damaged_pool(
        SimpleNamespace(memory=memory),
        SimpleNamespace(find=modules.get),
        SimpleNamespace(pointer=SimpleNamespace(holders=(read,) if holder else ())),
        runtime,
    )


def test_objects_of_the_programs_own_types_are_counted(monkeypatch):
    memory = pool_of("float", "vectors.Vector", "numpy.float64", "vectors.Vector")
    assert found_in(memory, monkeypatch) == DamagedPool(SIZE, (("vectors.Vector", 2, 24),))
    assert found_in(pool_of("float"), monkeypatch) == DamagedPool(SIZE, ())


def test_a_sound_pool_and_a_pointer_from_elsewhere_tell_nothing(monkeypatch):
    assert found_in(pool_of("vectors.Vector", first=0), monkeypatch) is None
    assert found_in(pool_of("vectors.Vector"), monkeypatch, holder=0) is None
    assert found_in(pool_of("vectors.Vector"), monkeypatch, holder=START - 64) is None
