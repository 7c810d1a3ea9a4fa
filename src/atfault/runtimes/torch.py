"""torch tensors, from 1.8 on.

Their C++ objects have no stable layout, so nothing is taken for granted: every field must agree
with another one that says the same thing, or the value is absent.

    THPVariable            16 | (MaybeOwned flag) | TensorImpl *
    c10::TensorImpl        vtable, reference counts, Storage storage_, autograd …, version …,
                           (interpreter) PyObject *   ← must be the tensor's own address: the anchor
      anchor + 8           number of dimensions n
             + 16          5 sizes, 5 strides; n > 5: a pointer to n sizes and n strides
             + 96          storage offset, in elements
             + 104         numel               ← must be the product of the sizes
             + 112         dtype (2 bytes)  device type, device index, 1 (has a device; or 1 first)
    c10::StorageImpl       vtable, reference counts, data *, deleter, context *, device, bytes
                           ← device must be the tensor's, bytes must hold its whole extent

`Storage` is one of the words between the reference counts and the anchor; the word whose target
passes those checks is it.
"""

import struct
from typing import NamedTuple

from atfault.cpython.values.buffers import describe, extent
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.instances import attributes, key_name
from atfault.cpython.values.joining import join, text_limit, text_of
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.errors import MemoryFault
from atfault.model.buffers import Buffer
from atfault.model.secrets import EVERYTHING
from atfault.model.values import Value

_DTYPES = (
    ("uint8", 1),
    ("int8", 1),
    ("int16", 2),
    ("int32", 4),
    ("int64", 8),
    ("float16", 2),
    ("float32", 4),
    ("float64", 8),
    ("complex32", 4),
    ("complex64", 8),
    ("complex128", 16),
    ("bool", 1),
    ("qint8", 1),
    ("quint8", 1),
    ("qint32", 4),
    ("bfloat16", 2),
    ("quint4x2", 1),
    ("quint2x4", 1),
    ("bits1x8", 1),
    ("bits2x4", 1),
    ("bits4x2", 1),
    ("bits8", 1),
    ("bits16", 2),
    ("float8_e5m2", 1),
    ("float8_e4m3fn", 1),
    ("float8_e5m2fnuz", 1),
    ("float8_e4m3fnuz", 1),
    ("uint16", 2),
    ("uint32", 4),
    ("uint64", 8),
)
"""c10::ScalarType → (name, bytes of an element), c10/core/ScalarType.h."""

_DEVICES = (
    "cpu",
    "cuda",
    "mkldnn",
    "opengl",
    "opencl",
    "ideep",
    "hip",
    "fpga",
    "maia",
    "xla",
    "vulkan",
    "metal",
    "xpu",
    "mps",
    "meta",
    "hpu",
    "ve",
    "lazy",
    "ipu",
    "mtia",
    "privateuseone",
)
"""c10::DeviceType → name, c10/core/DeviceType.h."""

_EXACT = ("uint8", "int8", "int16", "int32", "int64", "bool")
"""Types whose elements are shown: a float may be stored negated (a lazy `neg` bit)."""
_MAX_IMPL = 208
_MAX_DIMENSIONS = 64
_MAX_SIZE = 1 << 48


class _Tensor(NamedTuple):
    dtype: str
    itemsize: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In elements."""
    offset: int
    device_type: int
    device_index: int
    storages: tuple[int, ...]
    """Words that may be the pointer to the StorageImpl."""


def decode(decoder: ValueDecoder, subject: Subject) -> Value:
    names = [base.name for base in subject.type.chain()]
    if "torch.nn.modules.module.Module" in names:
        return _module(decoder, subject)
    if "torch.dtype" in names:
        return _dtype(decoder, subject)
    if "torch.device" in names:
        return _device_value(decoder, subject)
    tensor = _read_tensor(decoder, subject)
    device = _device_name(tensor.device_type, tensor.device_index)
    strides = tuple(stride * tensor.itemsize for stride in tensor.strides)
    empty = Buffer(
        "torch.Tensor", 0, 0, 0, tensor.dtype, tensor.itemsize, tensor.shape, strides, None, device
    )
    storage = _read_storage(decoder, tensor)
    where = f", {device}" if device != "cpu" else ""
    if storage is None:
        # Sparse and wrapper tensors have no storage, meta tensors an empty one.
        shape = ", ".join(map(str, tensor.shape))
        text = f"{tensor.dtype}[{shape}]{where} (no data of its own)"
        return Value(subject.type.name, text, subject.address, buffer=None)
    data, size = storage
    address = data + tensor.offset * tensor.itemsize
    low, high = extent(address, tensor.itemsize, tensor.shape, strides)
    mapped = decoder.is_mapped(low, high) if device == "cpu" else None
    buffer = empty._replace(
        address=address, low=low, high=high, mapped=mapped, owner=(data, data + size)
    )
    hidden = subject.secret if tensor.dtype in _EXACT else EVERYTHING
    text = describe(decoder, buffer, secret=hidden) + where
    return Value(subject.type.name, text, subject.address, buffer=buffer)


def _read_tensor(decoder: ValueDecoder, subject: Subject) -> _Tensor:
    header = decoder.structs["PyObject"]["sizeof"]
    # MaybeOwned<Tensor> (a flag, then the pointer) up to 2.8, a plain Tensor since.
    for offset in (header, header + 8):
        impl = subject.word(offset)
        if impl < 4096 or impl % 8:
            continue
        try:
            raw = decoder.memory.read(impl, _MAX_IMPL)
        except MemoryFault:
            continue
        tensor = _tensor_impl(decoder, raw, subject.address)
        if tensor is not None:
            return tensor
    raise ValueError("the layout of its TensorImpl is not one that is known")


def _tensor_impl(decoder: ValueDecoder, raw: bytes, address: int) -> _Tensor | None:
    words = struct.unpack(f"<{len(raw) // 8}Q", raw)
    for anchor in range(4, 11):
        # Before 2.10 the lowest bit of the pointer says who owns whom.
        if words[anchor] & ~1 != address:
            continue
        ndim = words[anchor + 1]
        if ndim > _MAX_DIMENSIONS:
            return None
        if ndim <= 5:
            sizes = words[anchor + 2 : anchor + 2 + ndim]
            strides = words[anchor + 7 : anchor + 7 + ndim]
        else:
            pair = decoder.memory.u64s(words[anchor + 2], 2 * ndim)
            sizes, strides = pair[:ndim], pair[ndim:]
        offset, numel = words[anchor + 12], words[anchor + 13]
        code, *device = struct.unpack_from("<HBBB", raw, 8 * (anchor + 14))
        device_type, device_index = _device_of(*device)
        product = 1
        for size in sizes:
            product *= size
        if not (
            product == numel
            and all(size < _MAX_SIZE for size in sizes)
            and offset < _MAX_SIZE
            and code < len(_DTYPES)
            and 0 <= device_type < len(_DEVICES)
        ):
            return None
        name, itemsize = _DTYPES[code]
        signed = tuple(s - (1 << 64) if s >> 63 else s for s in strides)
        if any(abs(stride) > _MAX_SIZE for stride in signed):
            return None
        return _Tensor(
            name, itemsize, sizes, signed, offset, device_type, device_index, words[2:anchor]
        )
    return None


def _device_of(first: int, second: int, third: int) -> tuple[int, int]:
    """(type, index) of a c10::optional<Device>; type -1 when it holds none.

    A std::optional, in torch 2, ends in 1; c10's own, in 1.x, began with it. No device that exists
    reads as another one the other way: cpu is 0, -1 and `cuda:n` is 1, n.
    """
    if third == 1:
        device_type, index = first, second
    elif first == 1:
        device_type, index = second, third
    else:
        return -1, -1
    return device_type, index - 256 if index > 127 else index


def _read_storage(decoder: ValueDecoder, tensor: _Tensor) -> tuple[int, int] | None:
    """(address, size in bytes) of the storage; None when the tensor has none.

    Raises ValueError when it has one whose layout cannot be proved.
    """
    strides = tuple(stride * tensor.itemsize for stride in tensor.strides)
    _, end = extent(tensor.offset * tensor.itemsize, tensor.itemsize, tensor.shape, strides)
    needed = end if all(tensor.shape) else 0
    # Reference counts take 8 bytes in new versions, 16 in old ones: storage_ is word 2 or 3.
    candidates = [word for word in tensor.storages[:2] if word >= 4096 and word % 8 == 0]
    if not tensor.storages[0]:
        return None
    found = set()
    for candidate in candidates:
        try:
            words = decoder.memory.u64s(candidate, 8)
        except MemoryFault:
            continue
        for data_at in (2, 3):
            device = words[data_at + 3] & 0xFFFF
            size = words[data_at + 4]
            if device != (tensor.device_index & 0xFF) << 8 | tensor.device_type:
                continue
            if needed <= size < _MAX_SIZE and (words[data_at] or not size or needed == 0):
                found.add((words[data_at], size))
        if found:
            break
    if len(found) != 1:
        if _DEVICES[tensor.device_type] == "meta":
            return None
        raise ValueError("the layout of its storage is not one that is known")
    return found.pop()


def _device_name(device_type: int, index: int) -> str:
    name = _DEVICES[device_type]
    return name if index < 0 else f"{name}:{index}"


def _dtype(decoder: ValueDecoder, subject: Subject) -> Value:
    """THPDtype: scalar_type (1 byte), then its name."""
    start = decoder.structs["PyObject"]["sizeof"]
    name, _, _ = subject.head[start + 1 : start + 24].partition(b"\0")
    code = subject.head[start]
    if code < len(_DTYPES) and name.decode("latin-1") == _DTYPES[code][0]:
        return Value(subject.type.name, f"torch.{_DTYPES[code][0]}", subject.address)
    return Value(subject.type.name, f"<torch.dtype at {subject.address:#x}>", subject.address)


def _device_value(decoder: ValueDecoder, subject: Subject) -> Value:
    """THPDevice: device type and index, a byte each."""
    start = decoder.structs["PyObject"]["sizeof"]
    device_type, index = struct.unpack_from("<Bb", subject.head, start)
    if device_type >= len(_DEVICES):
        raise ValueError("its device type is impossible")
    name = _device_name(device_type, index)
    return Value(subject.type.name, f"torch.device({name!r})", subject.address)


_MODULE_TABLES = ("_parameters", "_buffers", "_modules")


def _module(decoder: ValueDecoder, subject: Subject) -> Value:
    """torch.nn.Module: parameters, buffers and submodules as the attributes they appear as."""
    info = subject.type
    children: list[tuple[str, Value]] = []
    texts: list[str] = []
    if decoder.may_descend(subject):
        own: list[tuple[str, int]] = []
        for name, address in attributes(decoder, subject, decoder.limits.attributes)[1]:
            if name in _MODULE_TABLES:
                decoder.type_of(address)
                table = dict_items(
                    decoder.memory, decoder.structs, address, decoder.limits.attributes
                )[1]
                own.extend((key_name(decoder, key), value) for key, value in table)
            elif not name.startswith("_"):
                own.append((name, address))
        for name, address in own:
            value = decoder.child(subject, address, name)
            texts.append(f"{name}={text_of(value)}")
            if isinstance(value, Value):
                accessor = f".{name}" if name.isidentifier() else f"[{name}]"
                children.append((accessor, value))
    inside = join(texts, len(texts), text_limit(decoder, subject)) if texts else "…"
    return Value(
        info.name, f"{info.short_name}({inside})", subject.address, children=tuple(children)
    )
