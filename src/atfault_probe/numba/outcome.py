"""What a call came to, taken apart so that two of them can be compared.

    taken((1, np.zeros(3)))  [["", "items", "tuple", 2], ["[0]", "int", 1],
                              ["[1]", "array", "<f8", [3], b"…24 bytes…"]]

A leaf is [path, kind, …] of what `marshal` can write. Values are read by their exact types, and
nothing of the program's is called: what has another type is "other", and is not compared.

Numbers count as the same whatever type holds them; floating-point numbers within ROUNDING of the
larger one, or, as sums may cancel out, within CANCELLED of the largest one in sight.
"""

import sys

from atfault_probe.plain.types import is_static, module_dict, mro, namespace, type_name
from atfault_probe.plain.values import is_one

MAX_LEAVES = 20_000
MAX_DEPTH = 12
MAX_BYTES = 256 << 20
"""Of all arrays of one outcome."""
MAX_TEXT = 1 << 20
MAX_BITS = 1024
"""Of a whole number that is compared."""
ROUNDING = {2: 1e-2, 4: 1e-4, 8: 1e-9}
"""Size of a floating-point number in bytes → relative difference that is rounding."""
CANCELLED = {2: 1e-3, 4: 1e-6, 8: 1e-13}
_NUMBERS = ("bool", "int", "float", "complex")
_KINDS = "biufcMmSU"
"""Of dtypes whose elements are compared."""


class TooMuch(Exception):
    """More than is compared."""


class Taken:
    """Leaves of one value after another, within one bound."""

    def __init__(self):
        self.leaves = []
        self._bytes = 0

    def add(self, path, value, depth=0):
        """Raises TooMuch."""
        if len(self.leaves) >= MAX_LEAVES or depth > MAX_DEPTH:
            raise TooMuch()
        cls = type(value)
        if value is None:
            self._leaf(path, "none")
        elif is_one(cls, (bool, int, float, complex)):
            self._number(path, value, 8)
        elif is_one(cls, (str, bytes)):
            self._leaf(path, "text", value[:MAX_TEXT], len(value))
        elif is_one(cls, (list, tuple)):
            self._leaf(path, "items", cls.__name__, len(value))
            for at, part in enumerate(list(value)):
                self.add("%s[%d]" % (path, at), part, depth + 1)
        elif is_one(cls, (set, frozenset)):
            self._set(path, value)
        elif cls is dict:
            self._leaf(path, "items", "dict", len(value))
            for at, (key, part) in enumerate(list(value.items())):
                self.add("%s key %d" % (path, at), key, depth + 1)
                self.add("%s value %d" % (path, at), part, depth + 1)
        else:
            self._numpy(path, value, cls, depth)

    def _leaf(self, path, *parts):
        self.leaves.append([path, *parts])

    def _number(self, path, value, size):
        kind = type(value).__name__
        if kind == "int" and not -(1 << 64) < value < 1 << 64:
            large = value.bit_length() >= MAX_BITS
            text = "a number of %d bits" % value.bit_length() if large else repr(value)
            self._leaf(path, "int", text, 0)
        else:
            self._leaf(path, kind, value, size)

    def _set(self, path, value):
        """Of numbers and texts alone: those can be put in an order."""
        parts = list(value)
        kinds = {type(part) for part in parts if is_one(type(part), (int, float, str, bool))}
        if (len(parts) and len(kinds) != 1) or any(type(part) not in kinds for part in parts):
            self._leaf(path, "other", type_name(type(value)))
            return
        self._leaf(path, "items", "set", len(parts))
        for at, part in enumerate(sorted(parts)):
            self.add("%s{%d}" % (path, at), part, 1)

    def _numpy(self, path, value, cls, depth):
        names = module_dict("numpy")
        ndarray, generic = names.get("ndarray"), names.get("generic")
        if cls is ndarray:
            self._array(path, value, depth)
        elif generic is not None and is_static(cls) and is_one(generic, mro(cls)):
            item = namespace(generic)["item"](value)
            if is_one(type(item), (bool, int, float, complex)):
                self._number(path, item, value.dtype.itemsize // (1 + (type(item) is complex)))
            else:
                self._array(path, names["asarray"](value), depth)
        else:
            self._leaf(path, "other", type_name(cls))

    def _array(self, path, array, depth):
        dtype = array.dtype
        if dtype.names:
            for name in dtype.names:
                self.add("%s.%s" % (path, name), array[name], depth + 1)
            return
        if dtype.kind not in _KINDS:
            self._leaf(path, "other", "an array of " + dtype.name)
            return
        self._bytes += array.nbytes
        if self._bytes > MAX_BYTES:
            raise TooMuch()
        self._leaf(path, "array", dtype.str, list(array.shape), array.tobytes())


def taken(value):
    """The leaves of a value. Raises TooMuch."""
    all_of = Taken()
    all_of.add("", value)
    return all_of.leaves


def raised(error, own):
    """What an exception is, as plain data: {type, bases, text, file, line, function}.

    own: whether code is the program's.
    """
    cls = type(error)
    arguments = BaseException.__dict__["args"].__get__(error)
    text = arguments[0] if len(arguments) and type(arguments[0]) is str else ""
    told = {"type": type_name(cls), "text": text[:400], "file": "", "line": 0, "function": ""}
    told["bases"] = [one.__name__ for one in mro(cls) if is_static(one)]
    told["within"] = True
    traceback = BaseException.__dict__["__traceback__"].__get__(error)
    while traceback is not None:
        code = traceback.tb_frame.f_code
        told["within"] = own(code)
        if told["within"]:
            told.update(file=code.co_filename, line=traceback.tb_lineno, function=code.co_name)
        traceback = traceback.tb_next
    return told


class Comparison:
    """Of two outcomes."""

    def __init__(self, scale):
        """scale: the largest floating-point number in sight."""
        self._numpy = sys.modules["numpy"]
        self._scale = scale
        self.others = []
        """Kinds of values that were not looked into."""

    def first_difference(self, ones, others):
        """{path, index, one, other, count, size, what} of two lists of leaves; None where they are
        the same. what: "value", "shape" or "kind"."""
        for one, other in zip(ones, others):
            found = self._different(one, other)
            if found is not None:
                found["path"] = one[0]
                return found
        if len(ones) != len(others):
            return {"path": "", "index": None, "one": str(len(ones)), "other": str(len(others)),
                    "count": 1, "size": 1, "what": "size"}  # fmt: skip
        return None

    def _different(self, one, other):
        kinds = one[1], other[1]
        if "other" in kinds:
            if kinds[0] == kinds[1]:
                self.others.append(one[2])
                return None
            return _simple(_shown(one), _shown(other), "kind")
        if kinds[0] in _NUMBERS and kinds[1] in _NUMBERS:
            if type(one[2]) is str or type(other[2]) is str:
                same = one[2] == other[2]
            else:
                same = self._same_numbers(one[2], other[2], min(one[3], other[3]))
            return None if same else _simple(one[2], other[2], "value")
        if kinds == ("array", "array"):
            return self._arrays(one, other)
        if kinds[0] != kinds[1]:
            return _simple(_shown(one), _shown(other), "kind")
        if kinds[0] == "items":
            return None if one[3] == other[3] else _simple(one[3], other[3], "size")
        return None if one[2:] == other[2:] else _simple(_shown(one), _shown(other), "value")

    def _same_numbers(self, one, other, size):
        if one == other or (one != one and other != other):
            return True
        if type(one) not in (float, complex) and type(other) not in (float, complex):
            return False
        try:
            difference, large = abs(one - other), max(abs(one), abs(other))
        except OverflowError:
            return False
        if not difference < float("inf"):
            return False
        return difference <= max(ROUNDING[_known(size)] * large,
                                 CANCELLED[_known(size)] * self._scale)  # fmt: skip

    def _arrays(self, one, other):
        numpy = self._numpy
        if one[3] != other[3]:
            return _simple(_shape(one[3]), _shape(other[3]), "shape")
        first, second = [
            numpy.frombuffer(each[4], dtype=each[2]).reshape(each[3]) for each in (one, other)
        ]
        if first.dtype.kind in "Mm" and second.dtype == first.dtype:
            first, second = first.view("i8"), second.view("i8")
        numbers = first.dtype.kind in "biufc" and second.dtype.kind in "biufc"
        with numpy.errstate(all="ignore"):
            if (numbers and "f" in first.dtype.kind + second.dtype.kind) or (
                numbers and "c" in first.dtype.kind + second.dtype.kind
            ):
                same = self._same_floats(first, second)
            else:
                same = first == second
        same = numpy.asarray(same)
        if same.all():
            return None
        at = int(numpy.argmin(same.ravel()))
        index = [int(part) for part in numpy.unravel_index(at, first.shape)] if one[3] else None
        return {
            "index": index,
            "one": _element(first.ravel()[at]),
            "other": _element(second.ravel()[at]),
            "count": int(same.size - same.sum()),
            "size": int(same.size),
            "what": "value",
        }

    def _same_floats(self, first, second):
        numpy = self._numpy
        size = _known(min(_float_size(first.dtype), _float_size(second.dtype)))
        wide = "c16" if "c" in first.dtype.kind + second.dtype.kind else "f8"
        first, second = first.astype(wide), second.astype(wide)
        large = numpy.maximum(numpy.abs(first), numpy.abs(second))
        bound = numpy.maximum(ROUNDING[size] * large, CANCELLED[size] * self._scale)
        near = (numpy.abs(first - second) <= bound) & numpy.isfinite(large)
        return near | (first == second) | ((first != first) & (second != second))


def scale_of(*many):
    """The largest finite floating-point number of several lists of leaves."""
    numpy = sys.modules["numpy"]
    largest = 0.0
    for leaves in many:
        for leaf in leaves:
            if leaf[1] == "float" and abs(leaf[2]) < float("inf"):
                largest = max(largest, abs(leaf[2]))
            elif leaf[1] == "array" and leaf[2][1] in "fc":
                values = numpy.abs(numpy.frombuffer(leaf[4], dtype=leaf[2]))
                values = values[numpy.isfinite(values)]
                if values.size:
                    largest = max(largest, float(values.max()))
    return largest


def _known(size):
    return size if size in ROUNDING else 8


def _float_size(dtype):
    """In bytes, of a part of a complex number; whole numbers are exact."""
    return {"f": dtype.itemsize, "c": dtype.itemsize // 2}.get(dtype.kind, 8)


def _simple(one, other, what):
    return {"index": None, "one": _element(one), "other": _element(other), "count": 1, "size": 1,
            "what": what}  # fmt: skip


def _element(value):
    if type(value).__module__ == "numpy":
        value = value.item()
    return (value if type(value) is str else repr(value))[:80]


def _shown(leaf):
    kind = leaf[1]
    if kind == "none":
        return "None"
    if kind == "array":
        return "an array of shape " + _shape(leaf[3])
    if kind == "items":
        return "a %s of %d" % (leaf[2], leaf[3])
    return repr(leaf[2])[:80] if kind != "other" else leaf[2]


def _shape(shape):
    return repr(tuple(shape))
