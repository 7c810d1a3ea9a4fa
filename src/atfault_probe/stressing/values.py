"""Values taken apart into leaves that can be compared across processes.

    flatten((1.5, np.zeros(3)))    {"": ("sequence", "tuple", 2),
                                    "[0]": ("float", "float", 1.5),
                                    "[1].layout": ("layout", "numpy.ndarray", "<f8", (3,)),
                                    "[1]": ("data", "<f8", (3,), b"…24 bytes…")}

A leaf is a tuple of plain values: its kind first, then what makes it equal to another. Objects
without a way to be looked into are compared by type alone ("opaque"). Flattening is bounded in
leaves, depth and bytes, follows no cycle, and runs no code of the values but `__repr__` and
`__reduce_ex__`.
"""

import hashlib
import itertools
import marshal
import struct
import sys

from atfault_probe.stressing.standard import standard

MAX_LEAVES = 20000
MAX_DEPTH = 24
MAX_BYTES = 64 << 20
"""Of the arrays of one value that are kept for a comparison; beyond, their hash."""
LONG_LIST = 200
MAX_TEXT = 80
ROUNDING = {2: 2e-2, 4: 2e-5, 8: 1e-12}
"""Size of a float in bytes → difference, relative to the largest element, that an other order of
summation explains."""
REDUCED = ("made from", "state", "items", "pairs")
"""Parts of what `__reduce_ex__` returns, after the callable."""
_PLAIN = (int, str, bytes, bool, type(None))
_TORCH_FORMATS = {
    "torch.float32": "<f4",
    "torch.float64": "<f8",
    "torch.int8": "<i1",
    "torch.int16": "<i2",
    "torch.int32": "<i4",
    "torch.int64": "<i8",
    "torch.uint8": "<u1",
    "torch.bool": "|b1",
    "torch.complex64": "<c8",
    "torch.complex128": "<c16",
}


def flatten(value, known=None):
    """Path → leaf. known: id → token of objects that are not to be looked into."""
    walk = _Walk(known or {})
    walk.visit("", value, 0)
    return walk.leaves


def digest(leaves):
    """16 bytes that are equal for equal leaves, in any process."""
    plain = marshal.dumps(sorted(leaves.items()), 2)  # version 2 does not depend on identities
    return hashlib.blake2b(plain, digest_size=16).digest()


class _Walk:
    def __init__(self, known):
        self.leaves = {}
        self._known = known
        self._inside = set()
        self._bytes = 0

    def visit(self, path, value, depth):
        if len(self.leaves) >= MAX_LEAVES:
            self.leaves["…"] = ("cut",)
            return
        kind = type(value)
        if kind in _PLAIN:
            self._plain(path, kind.__name__, value)
        elif kind is float:
            self.leaves[path] = ("float", "float", value)
        elif kind is complex:
            self.leaves[path] = ("complex", "complex", value)
        elif id(value) in self._known:
            self.leaves[path] = ("argument", self._known[id(value)])
        elif id(value) in self._inside:
            self.leaves[path] = ("cycle",)
        elif depth > MAX_DEPTH:
            self.leaves[path] = ("deep", type_name(kind))
        else:
            self._inside.add(id(value))
            try:
                self._compound(path, value, depth)
            except Exception as error:
                self.leaves[path] = ("unreadable", type_name(kind), type(error).__name__)
            self._inside.discard(id(value))

    def _plain(self, path, name, value):
        if len(value) > 4096 if isinstance(value, (str, bytes)) else False:
            data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
            self.leaves[path] = ("long", name, len(value), _hash(data))
        elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            self.leaves[path] = ("plain", name, hex(value))
        else:
            self.leaves[path] = ("plain", name, value)

    def _compound(self, path, value, depth):
        kind = type(value)
        bases = _base_names(kind)
        if "numpy.ndarray" in bases or "numpy.generic" in bases:
            self._numpy(path, value, depth)
        elif "torch.Tensor" in bases:
            self._torch(path, value)
        elif isinstance(value, dict):
            self._mapping(path, value, depth)
        elif isinstance(value, (list, tuple)) or "collections.deque" in bases:
            self._sequence(path, value, depth)
        elif isinstance(value, (set, frozenset)):
            self._set(path, value)
        elif isinstance(value, (bytearray, memoryview)) or "array.array" in bases:
            self._buffer(path, value)
        elif isinstance(value, (int, str, bytes, float)):
            self._subclass_of_plain(path, value)
        else:
            self._object(path, value, depth)

    def _mapping(self, path, value, depth):
        items = list(value.items())
        self.leaves[path] = ("mapping", type_name(type(value)), len(items))
        for number, (key, item) in enumerate(items):
            self.visit("%s[%s]" % (path, _key(key, number)), item, depth + 1)

    def _sequence(self, path, value, depth):
        items = list(value)
        if len(items) > LONG_LIST:
            kinds = {type(item) for item in items}
            if kinds == {float}:
                data = struct.pack("<%dd" % len(items), *items)
                self._data(path, type_name(type(value)), "<f8", (len(items),), data)
                return
            if kinds <= set(_PLAIN):
                data = marshal.dumps(items, 2)
                name = type_name(type(value))
                self.leaves[path] = ("long", name, len(items), _hash(data))
                return
        self.leaves[path] = ("sequence", type_name(type(value)), len(items))
        for number, item in enumerate(items):
            self.visit("%s[%d]" % (path, number), item, depth + 1)

    def _set(self, path, value):
        parts = sorted(digest(flatten(item)) for item in list(value))
        self.leaves[path] = ("set", type_name(type(value)), len(parts), _hash(b"".join(parts)))

    def _buffer(self, path, value):
        view = memoryview(value)
        data = bytes(view)
        self._data(path, type_name(type(value)), view.format, view.shape, data)

    def _subclass_of_plain(self, path, value):
        """A str or int subclass, an enum member: by its repr, which names the class."""
        if isinstance(value, float):
            self.leaves[path] = ("float", type_name(type(value)), float(value))
        else:
            self.leaves[path] = ("text", type_name(type(value)), repr(value)[:4096])

    def _numpy(self, path, value, depth):
        dtype = value.dtype
        if dtype.hasobject or dtype.names:
            self.leaves[path + ".layout"] = ("layout", "numpy", str(dtype), tuple(value.shape))
            self.visit(path + ".items", value.tolist(), depth + 1)
            return
        name = type_name(type(value))
        self._data(path, name, dtype.str, tuple(value.shape), value.tobytes())

    def _torch(self, path, value):
        ctypes = standard("ctypes")
        tensor = value.detach()
        name = str(tensor.dtype)
        if tensor.is_sparse or tensor.is_quantized:
            self.leaves[path] = ("text", name, repr(tensor)[:4096])
            return
        if name in ("torch.float16", "torch.bfloat16"):
            tensor = tensor.float()
        tensor = tensor.cpu().contiguous()
        size = tensor.numel() * tensor.element_size()
        data = ctypes.string_at(tensor.data_ptr(), size) if size else b""
        layout = "%s %s" % (name, value.device)
        self.leaves[path + ".layout"] = ("layout", type_name(type(value)), layout)
        code = _TORCH_FORMATS.get(str(tensor.dtype), str(tensor.dtype))
        self._data(path, type_name(type(value)), code, tuple(tensor.shape), data)

    def _data(self, path, name, code, shape, data):
        """An array: the layout is a leaf of its own, so that it is compared where data is not."""
        self.leaves.setdefault(path + ".layout", ("layout", name, code, shape))
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            self.leaves[path] = ("long", code, shape, _hash(data))
        else:
            self.leaves[path] = ("data", code, shape, data)

    def _object(self, path, value, depth):
        kind = type(value)
        name = type_name(kind)
        if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
            self.leaves[path] = ("text", name, _qualified(value))
            return
        state = _attributes(value)
        if state is not None:
            self.leaves[path] = ("object", name)
            for key in state:
                self.visit("%s.%s" % (path, key), state[key], depth + 1)
            return
        if kind.__repr__ is not object.__repr__:
            text = repr(value)
            if " at 0x" not in text and " object " not in text and len(text) < 4096:
                self.leaves[path] = ("text", name, text)
                return
        self._reduced(path, name, value, depth)

    def _reduced(self, path, name, value, depth):
        """By what `pickle` would make it from anew, which is a matter of its value alone; the bytes
        that pickle writes depend on which of its parts are one object."""
        try:
            parts = value.__reduce_ex__(4)
        except Exception:
            self.leaves[path] = ("opaque", name)
            return
        if isinstance(parts, str):
            self.leaves[path] = ("text", name, parts)
            return
        self.leaves[path] = ("reduced", name)
        for number, part in enumerate(parts[1:5]):
            if number >= 2 and part is not None:
                part = list(itertools.islice(part, MAX_LEAVES))
            if part is not None:
                self.visit("%s<%s>" % (path, REDUCED[number]), part, depth + 1)


def _attributes(value):
    """The instance's own attributes by name; None when it has none: a C type may keep its state
    elsewhere."""
    found = {}
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__")
        for name in (slots,) if isinstance(slots, str) else slots or ():
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                name = "_%s%s" % (base.__name__.lstrip("_"), name)
            try:
                found[name] = object.__getattribute__(value, name)
            except AttributeError:
                continue
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = None
    if isinstance(own, dict):
        found.update((str(key), item) for key, item in list(own.items()))
    return found or None


def _key(key, number):
    if type(key) in _PLAIN or type(key) is float or type(key) is tuple:
        text = repr(key)
        if " at 0x" not in text:
            return text[:200]
    return "%s %d" % (type_name(type(key)), number)


def _qualified(value):
    return "%s.%s" % (getattr(value, "__module__", ""), getattr(value, "__qualname__", "?"))


def type_name(kind):
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else "%s.%s" % (module, kind.__qualname__)


_names_of = {}


def _base_names(kind):
    known = _names_of.get(kind)
    if known is None:
        known = frozenset("%s.%s" % (b.__module__, b.__name__) for b in kind.__mro__)
        _names_of[kind] = known
    return known


def _hash(data):
    return hashlib.blake2b(data, digest_size=16).digest()


# Comparing leaves

SAME, ROUNDED, DIFFERENT = range(3)


def compare(wanted, got, close=None, ignored=()):
    """(verdict, text) of two flattened values: SAME, ROUNDED (all differences are as small as
    another order of summation makes them) or DIFFERENT, and the first difference in words.

    close: (rtol, atol) within which floats are the same. ignored: paths that are not compared.
    """
    worst, text = SAME, ""
    for path in wanted:
        if path in ignored:
            continue
        other = got.get(path)
        if other is not None and (wanted[path] == other):
            continue
        if other is None:
            verdict, words = DIFFERENT, "missing"
        else:
            verdict, words = compare_leaf(wanted[path], other, close)
        if verdict > worst:
            worst, text = verdict, "%s: %s" % (path, words) if path else words
        if worst == DIFFERENT:
            return worst, text
    if len(got) > len(wanted):
        for path in got:
            if path not in wanted and path not in ignored:
                return DIFFERENT, "%s: not there before" % path
    return worst, text


def compare_leaf(wanted, got, close):
    if wanted[0] != got[0] or wanted[1] != got[1]:
        return DIFFERENT, "%s instead of %s" % (_words(got), _words(wanted))
    if wanted[0] in ("float", "complex"):
        verdict = compare_numbers(wanted[2], got[2], close)
        return verdict, "%r instead of %r" % (got[2], wanted[2])
    if wanted[0] == "data" and wanted[2] == got[2]:
        return _compare_data(wanted, got, close)
    return DIFFERENT, "%s instead of %s" % (_words(got), _words(wanted))


def compare_numbers(wanted, got, close, scale=None, size=8):
    if wanted == got or (wanted != wanted and got != got):
        return SAME
    difference = abs(got - wanted)
    if close is not None and difference <= close[1] + close[0] * abs(wanted):
        return SAME
    if scale is None:
        scale = max(abs(wanted), abs(got))
    if difference <= ROUNDING.get(size, 0) * scale < float("inf"):
        return ROUNDED
    return DIFFERENT


def _compare_data(wanted, got, close):
    if wanted[3] == got[3]:
        return SAME, ""
    code = wanted[1]
    old, new = _elements(code, wanted[3]), _elements(code, got[3])
    if old is None or new is None:
        return DIFFERENT, "holds other data"
    size = len(wanted[3]) // max(len(old), 1)
    floats = code[-2:-1] in "fc" or code in "fd"
    size = size // 2 if code[-2:-1] == "c" or code.endswith("c16") else size
    scale = max((abs(item) for item in old if item == item), default=0) if floats else 0
    worst, count, first = SAME, 0, ""
    for number, (a, b) in enumerate(zip(old, new)):
        if a == b or (a != a and b != b):
            continue
        verdict = compare_numbers(a, b, close, scale, size) if floats else DIFFERENT
        if verdict == SAME:
            continue
        count += 1
        if verdict > worst or not first:
            first = "%s: %r instead of %r" % (_index(number, wanted[2]), b, a)
        worst = max(worst, verdict)
    if not wanted[2]:
        return worst, "%r instead of %r" % (new[0], old[0])
    return worst, "%d of %d elements differ, the first %s" % (count, len(old), first)


def _index(number, shape):
    parts = []
    for extent in reversed(shape):
        parts.insert(0, str(number % extent))
        number //= extent
    return "[%s]" % ", ".join(parts)


def _elements(code, data):
    """The elements as Python numbers; None for a format that only numpy could read, without it."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "frombuffer"):
        try:
            return numpy.frombuffer(data, dtype=code).tolist()
        except (TypeError, ValueError):
            pass
    formats = {"f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B"}
    formats.update({"u2": "H", "u4": "I", "u8": "Q", "b1": "?"})
    try:
        return memoryview(data).cast(formats.get(code.lstrip("<|="), code)).tolist()
    except (TypeError, ValueError):
        return None


def _words(leaf):
    """A leaf for people, short."""
    if leaf[0] in ("plain", "float", "complex", "text"):
        text = leaf[2] if leaf[0] == "text" else repr(leaf[2])
        return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"
    if leaf[0] in ("sequence", "mapping", "set", "long") and isinstance(leaf[2], int):
        return "%s of %d" % (leaf[1], leaf[2])
    if leaf[0] == "layout":
        return " ".join(str(part) for part in leaf[1:])
    return " ".join(str(part) for part in leaf[:2])
