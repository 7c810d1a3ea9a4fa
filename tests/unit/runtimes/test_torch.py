"""Tensor layouts of old and new torch, made by hand: what agrees is shown, the rest is absent."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.cpython.offsets import load
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import Subject
from atfault.cpython.values.type_objects import TypeInfo
from atfault.model.values import Value
from atfault.runtimes import torch
from support.byte_memory import ByteMemory

OBJECT, IMPL, STORAGE, DATA, SIZES = 0x10000, 0x20000, 0x30000, 0x40000, 0x50000


def tensor_type() -> TypeInfo:
    info = TypeInfo()
    info.address, info.name, info.short_name = 0x9000, "torch._C.TensorBase", "TensorBase"
    info.base, info.from_class_statement = None, False
    return info


def decode(memory: ByteMemory) -> Value:
    """As the decoder would, for a tensor object at OBJECT."""
    decoder = value_decoder(memory, load(12)[0], (3, 12, 0))
    subject = Subject(OBJECT, memory.read(OBJECT, 48), tensor_type(), 0, 0)
    return torch.decode(decoder, subject)


def build(
    *,
    shape: tuple[int, ...] = (4, 6),
    strides: tuple[int, ...] = (6, 1),
    offset: int = 0,
    old: bool = False,
    dtype: int = 6,
    device: bytes = b"\0\xff",
    numel: int | None = None,
    nbytes: int = 96,
    data: int = DATA,
) -> ByteMemory:
    """A tensor as torch 1.x lays it out (old), or as 2.13 does."""
    product = 1
    for size in shape:
        product *= size
    counts = [0x1, 0x1] if old else [0x8000_0000_0000_0001]
    impl = [0x7F00_0000_1000, *counts, STORAGE, 0, 0, 0x7F00_0000_2000]
    impl += [0x7F00_0000_3000] if old else []
    impl.append(OBJECT)
    impl.append(len(shape))
    if len(shape) > 5:
        impl += [SIZES, *[0] * 9]
    else:
        impl += [*shape, *[0] * (5 - len(shape)), *strides, *[0] * (5 - len(strides))]
    impl += [offset, product if numel is None else numel]
    raw = struct.pack(f"<{len(impl)}q", *(w - (1 << 64) if w >> 63 else w for w in impl))
    optional = b"\x01" + device if old else device + b"\x01"
    raw += struct.pack("<H", dtype) + optional + bytes(3)
    storage = struct.pack("<Q", 0x7F00_0000_1000)
    storage += struct.pack("<QQ", 1, 1) if old else struct.pack("<Q", 1)
    storage += struct.pack("<QQQ", data, 0x7F00_0000_5000, data) + device + bytes(6)
    storage += struct.pack("<QQ", nbytes, 0)
    holder = struct.pack("<QQ", 1, 0x9000)
    holder += struct.pack("<QQQQ", 0, IMPL, 0, 0) if old else struct.pack("<QQQQ", IMPL, 0, 0, 0)
    words = struct.pack(f"<{2 * len(shape)}q", *shape, *strides)
    return ByteMemory(
        {
            OBJECT: holder,
            IMPL: raw + bytes(128),
            STORAGE: storage + bytes(64),
            DATA: bytes(4096),
            SIZES: words,
        }
    )


@pytest.mark.parametrize("old", [False, True])
def test_shape_and_extent_come_out_of_both_layouts(old: bool) -> None:
    value = decode(build(old=old, offset=7, shape=(3, 3), strides=(6, 2)))
    buffer = value.buffer
    assert buffer is not None
    assert (buffer.dtype, buffer.shape, buffer.strides) == ("float32", (3, 3), (24, 8))
    assert (buffer.address, buffer.low, buffer.high) == (DATA + 28, DATA + 28, DATA + 28 + 68)
    assert buffer.owner == (DATA, DATA + 96)
    assert value.text == f"float32[3, 3] at {DATA + 28:#x}"


@pytest.mark.parametrize("old", [False, True])
def test_more_than_five_dimensions_are_kept_elsewhere(old: bool) -> None:
    value = decode(build(old=old, shape=(1, 2, 1, 1, 1, 3), strides=(6, 3, 3, 3, 3, 1)))
    assert value.buffer is not None
    assert value.buffer.shape == (1, 2, 1, 1, 1, 3)


@pytest.mark.parametrize("old", [False, True])
def test_a_tensor_on_another_device_says_so(old: bool) -> None:
    value = decode(build(device=b"\x01\x02", data=0x7F55_0000_0000, old=old))
    assert value.buffer is not None
    assert value.buffer.device == "cuda:2"
    assert value.text == "float32[4, 6] at 0x7f5500000000, cuda:2"


def test_integers_are_shown_when_there_are_few() -> None:
    memory = build(shape=(3,), strides=(1,), dtype=4)
    memory.put(DATA, struct.pack("<3q", 5, -1, 900))
    assert decode(memory).text == f"int64[3] [5, -1, 900] at {DATA:#x}"


@pytest.mark.parametrize(
    "wrong",
    [
        {"numel": 25},
        {"dtype": 200},
        {"device": b"\x63\xff"},
        {"nbytes": 95},
        {"offset": 1},
        {"data": 0},
        {"strides": (1 << 60, 1)},
    ],
)
def test_fields_that_contradict_each_other_are_no_tensor(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not one that is known"):
        decode(build(**wrong))  # type: ignore[arg-type]


def test_a_tensor_that_does_not_point_back_is_no_tensor() -> None:
    memory = build()
    memory.put(IMPL + 48, struct.pack("<Q", 0x1234_5678))
    with pytest.raises(ValueError, match="not one that is known"):
        decode(memory)


@given(st.binary(min_size=208, max_size=208), st.integers(0, 12))
def test_random_bytes_are_no_tensor(raw: bytes, anchor: int) -> None:
    memory = build()
    memory.put(IMPL, raw)
    memory.put(IMPL + 8 * anchor, struct.pack("<Q", OBJECT))
    with pytest.raises(ValueError, match="not one that is known"):
        decode(memory)
