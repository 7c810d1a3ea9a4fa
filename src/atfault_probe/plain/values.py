"""Values of variables as plain data: bounded, and without running anything of the user's.

A value is a dict: t, its type's name; k, what kind of value it is; and by kind

    plain    v: text                                    None, True, 1.5, slice(0, 3, None)
    int      v: a number, or text for a very large one
    text     v: the first characters, n: how many it has
    bytes    v: the first bytes in hex, n: how many
    items    c: the first values, n: how many           list, tuple, set, frozenset
    map      c: the first [key, value], n: how many     dict
    array    see arrays below
    object   c: [attribute, value] of what the instance keeps for itself

An array of numpy or torch: shape, dtype, itemsize, strides (bytes), address, device; of one of
integers that is not too large low, high (its smallest and largest element), low_at, high_at (their
flat indices) and c, its first elements. Elements of other arrays are not read.
"""

from atfault_probe.plain.types import (
    instance_dict,
    is_static,
    module_dict,
    mro,
    name_of,
    namespace,
    type_name,
)

MAX_VALUES = 4000
"""In one hand-over."""
MAX_DEPTH = 3
MAX_ITEMS = 12
MAX_ATTRIBUTES = 24
MAX_TEXT = 240
MAX_BYTES = 48
MAX_BITS = 200
MAX_ELEMENTS = 10_000_000
"""Of all arrays together whose smallest and largest element are looked for."""
MAX_TENSOR = 4096
"""Of a tensor up to which its elements are taken out one by one."""
FIRST_ELEMENTS = 16
MAX_DIMENSIONS = 64

_PLAIN = (type(None), bool, complex, float, slice, range, type(Ellipsis), type(NotImplemented))
_SCALARS = (type(None), bool, int, float, complex, str, bytes)
_LISTS = (list, tuple, set, frozenset)


class Values:
    """Makes plain data of values until the budget is spent."""

    def __init__(self):
        self.left = MAX_VALUES
        self._elements = MAX_ELEMENTS
        self._arrays = {}  # id → (the array, its value): its elements are looked through once

    def plain(self, thing, depth=0):
        """The value; None when there is no budget left."""
        if self.left <= 0:
            return None
        self.left -= 1
        cls = type(thing)
        name = type_name(cls)
        try:
            return self._of_type(thing, cls, name, depth)
        except Exception:
            return {"t": name, "k": "plain", "v": ""}

    def _of_type(self, thing, cls, name, depth):
        if cls is int:
            return {"t": name, "k": "int", "v": _integer(thing)}
        if is_one(cls, _PLAIN):
            return {"t": name, "k": "plain", "v": _plain_text(thing, cls)}
        if cls is str:
            return {"t": name, "k": "text", "v": thing[:MAX_TEXT], "n": len(thing)}
        if cls is bytes or cls is bytearray:
            return {"t": name, "k": "bytes", "v": thing[:MAX_BYTES].hex(), "n": len(thing)}
        if is_one(cls, _LISTS):
            parts = [self.plain(part, depth + 1) for part in _first(thing, depth)]
            return {"t": name, "k": "items", "n": len(thing), "c": _known(parts)}
        if cls is dict:
            return {"t": name, "k": "map", "n": len(thing), "c": self._pairs(thing, depth)}
        array = self._array(thing, cls, name)
        if array is not None:
            return array
        if depth < MAX_DEPTH and not is_static(cls):
            return {"t": name, "k": "object", "c": self._attributes(thing, depth)}
        return {"t": name, "k": "plain", "v": ""}

    def _pairs(self, mapping, depth):
        """Keys are not looked up: that may compare them with one of the user's own kind."""
        pairs = []
        for key, value in _first(mapping.items(), depth):
            if is_one(type(key), _SCALARS):
                pairs.append([self.plain(key, depth + 1), self.plain(value, depth + 1)])
        return [pair for pair in pairs if pair[0] and pair[1]]

    def _attributes(self, thing, depth):
        found = []
        for name, value in _first((instance_dict(thing) or {}).items(), depth, MAX_ATTRIBUTES):
            if type(name) is str:
                plain = self.plain(value, depth + 1)
                if plain is not None:
                    found.append([name[:MAX_TEXT], plain])
        return found

    def _array(self, thing, cls, name):
        known = self._arrays.get(id(thing))
        if known is not None:
            return known[1]
        value, elements = _numpy_value(thing, cls, name, self._elements)
        self._elements -= elements
        if value is None:
            value, elements = _torch_value(thing, cls, name, self._elements)
            self._elements -= elements
        if value is not None:
            self._arrays[id(thing)] = thing, value
        return value


def is_one(cls, classes):
    """Whether it is one of them, without comparing."""
    return any(cls is one for one in classes)


def _first(things, depth, limit=MAX_ITEMS):
    """The first of them; none where it is too deep."""
    found = []
    if depth < MAX_DEPTH:
        for thing in things:
            if len(found) >= limit:
                break
            found.append(thing)
    return found


def _known(parts):
    return [part for part in parts if part is not None]


def _integer(number):
    if number.bit_length() <= 63:
        return number
    if number.bit_length() <= MAX_BITS:
        return int.__repr__(number)
    return "an int of %d bits" % number.bit_length()


def _plain_text(thing, cls):
    if cls is slice or cls is range:
        for part in (thing.start, thing.stop, thing.step):
            if type(part) is not int and part is not None:
                return ""
    return repr(thing)[:MAX_TEXT]


# -- numpy -----------------------------------------------------------------------------------------


def _numpy_value(thing, cls, name, elements):
    """(the value, elements that were looked at); elements: how many may be."""
    if not name.startswith("numpy.") or not is_static(cls):
        return None, 0
    names = module_dict("numpy")
    ndarray, generic, dtype = names.get("ndarray"), names.get("generic"), names.get("dtype")
    if cls is ndarray and is_static(dtype):
        return _array(thing, namespace(cls), namespace(dtype), name, elements)
    if generic is not None and is_static(generic) and is_one(generic, mro(cls)):
        number = namespace(generic)["item"](thing)
        if type(number) is int:
            return {"t": name, "k": "int", "v": _integer(number)}, 0
        if is_one(type(number), (bool, float, complex)):
            return {"t": name, "k": "plain", "v": repr(number)}, 0
    return None, 0


def _array(array, of, of_dtype, name, elements):
    dtype = of["dtype"].__get__(array)
    shape = of["shape"].__get__(array)
    size = of["size"].__get__(array)
    found = {
        "t": name,
        "k": "array",
        "shape": list(shape),
        "dtype": of_dtype["str"].__get__(dtype)[:64],
        "itemsize": of_dtype["itemsize"].__get__(dtype),
        "strides": list(of["strides"].__get__(array)),
        "device": "cpu",
    }
    if of_dtype["kind"].__get__(dtype) not in ("i", "u") or not 0 < size <= elements:
        return found, 0
    item = of["item"]
    low_at, high_at = int(of["argmin"](array)), int(of["argmax"](array))
    found.update(low_at=low_at, high_at=high_at)
    found.update(low=int(item(array, low_at)), high=int(item(array, high_at)))
    found["c"] = [int(item(array, at)) for at in range(min(size, FIRST_ELEMENTS))]
    return found, size


# -- torch -----------------------------------------------------------------------------------------


def _torch_value(thing, cls, name, elements):
    """(the value, elements that were looked at); elements: how many may be."""
    if not name.startswith("torch."):
        return None, 0
    tensor = module_dict("torch").get("Tensor")
    parameter = module_dict("torch.nn.parameter").get("Parameter")
    if not is_one(cls, (tensor, parameter)) or _has_modes():
        return None, 0
    bases = [one for one in mro(cls) if name_of(one) in ("TensorBase", "_TensorBase")]
    base = bases[0]
    if not is_static(base):
        return None, 0
    of = namespace(base)
    dtype = of["dtype"].__get__(thing)
    device = of["device"].__get__(thing)
    shape = list(of["shape"].__get__(thing))[:MAX_DIMENSIONS]
    if any(type(size) is not int for size in shape):
        return None, 0  # symbols of a tracer
    itemsize = of["element_size"](thing)
    found = {
        "t": name,
        "k": "array",
        "shape": shape,
        "dtype": repr(dtype).replace("torch.", "")[:64],
        "itemsize": itemsize,
        "device": repr(device)[:64],
    }
    numel = of["numel"](thing)
    if device.type != "cpu" or not 0 < numel <= elements:
        return found, 0
    if found["dtype"] in ("int64", "int32", "int16", "int8", "uint8"):
        if numel > MAX_TENSOR:
            low, high, low_at, high_at = _extremes(thing, of, int)
        else:
            flat = list(_flat(of["tolist"](thing)))
            low, high = min(flat), max(flat)
            low_at, high_at = flat.index(low), flat.index(high)
            found["c"] = flat[:FIRST_ELEMENTS]
        found.update(low=low, high=high, low_at=low_at, high_at=high_at)
    elif found["dtype"] in ("float64", "float32", "float16", "bfloat16"):
        low, high, low_at, high_at = _extremes(thing, of, _float)
        found.update(least=low, most=high, least_at=low_at, most_at=high_at)
    return found, numel


def _extremes(tensor, of, number):
    """(smallest, largest, and where they are in C order), both NaN where there is one."""
    flat = of["reshape"](of["detach"](tensor), -1)
    places = [of["item"](of[name](flat)) for name in ("argmin", "argmax")]
    values = [number(of["item"](of["select"](flat, 0, at))) for at in places]
    return values[0], values[1], places[0], places[1]


def _float(value):
    """Text of what is no finite number, which JSON has none of."""
    return value if -1e300 < value < 1e300 else repr(value)


def _has_modes():
    """Whether Python code of somebody's is called for what is done to any tensor."""
    names = module_dict("torch._C")
    for name in ("_len_torch_function_stack", "_len_torch_dispatch_stack"):
        count = names.get(name)
        if count is not None and count():
            return True
    return False


def _flat(nested):
    if type(nested) is not list:
        yield nested
        return
    for part in nested:
        yield from _flat(part)
