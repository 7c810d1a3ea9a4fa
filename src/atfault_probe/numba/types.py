"""Types of Numba as plain data.

    {n: Numba's own name, k: the name of its class, …}
        array                       d: [dtype], ndim, layout: "C" | "F" | "A", readonly
        list, set, typed list …     d: [element]
        dict                        d: [key, value]
        tuple                       d: [each]; one of many alike has count, and d: [element]
        Optional                    d: [inner]
        literal                     d: [type without the value], v: the value as text
        function, module, class     v: its name

Numba's own objects are asked as Numba asks them; of one whose class is somebody else's only what
it keeps for itself is read.
"""

import sys

from atfault_probe.plain.types import instance_dict, mro, name_of, type_name

MAX_NAME = 300
MAX_MODULES = 5000
MAX_PARTS = 8
MAX_DEPTH = 4
_ELEMENTS = ("List", "ListType", "Set", "SetType", "Array", "Optional", "UniTuple", "Buffer")
_PAIRS = (("DictType", ("key_type", "value_type")),)
_NOT_OF_THE_PROGRAM = ("", "numba", "llvmlite", "numpy", "inspect", "contextlib", "functools",
                       "atfault_probe")  # fmt: skip
_NAMED = ("typing_key", "pymod", "dispatcher", "class_name", "func", "instance_type")


def is_numbas(cls):
    """Whether a class is defined by Numba itself."""
    return type_name(cls).startswith("numba.")


def is_programs_module(module):
    """Whether a module, by its name, is one of the program's: none of those through which Numba and
    a call of its functions go. "" is none."""
    return type(module) is str and module.partition(".")[0] not in _NOT_OF_THE_PROGRAM


def programs_modules():
    """The names of imported modules that may be of the program's, the newest first: its own come
    after what they import."""
    return filter(is_programs_module, list(sys.modules)[: -MAX_MODULES - 1 : -1])


def get(thing, name):
    """An attribute; None where it has none, or where that might call code of the program's."""
    if is_numbas(type(thing)):
        try:
            return getattr(thing, name)
        except Exception:
            return None
    return (instance_dict(thing) or {}).get(name)


def plain_type(one, depth=0):
    """None for what is no type."""
    bases = [name_of(cls) for cls in mro(type(one))]
    if "Type" not in bases:
        return None
    name = (instance_dict(one) or {}).get("name")
    told = {"n": name[:MAX_NAME] if type(name) is str else "?", "k": bases[0]}
    if depth >= MAX_DEPTH:
        return told
    if not is_numbas(type(one)):
        told["k"] = "other"
        return told
    parts = _parts(one, bases)
    told["d"] = [part for part in [plain_type(p, depth + 1) for p in parts] if part is not None]
    if "Array" in bases or "Buffer" in bases:
        told["ndim"], told["layout"] = get(one, "ndim"), get(one, "layout")
        told["readonly"] = get(one, "mutable") is False
        told["aligned"] = get(one, "aligned") is not False
    elif "Tuple" in bases or "UniTuple" in bases:
        told["count"] = len(one)
    elif "Literal" in bases:
        told["v"] = _value(get(one, "literal_value"))
    elif "Record" in bases:
        fields = get(one, "fields")
        told["v"] = ", ".join([str(key) for key in list(fields)[:32]]) if fields else ""
    elif "ClassInstanceType" in bases:
        told["v"] = get(get(one, "class_type"), "class_name") or ""
    else:
        told["v"] = _named(one)
    return told


def _parts(one, bases):
    if "Literal" in bases:
        kind = get(one, "literal_type")
        return [] if kind is None else [kind]
    if "Tuple" in bases or "LiteralList" in bases:
        return list(get(one, "types") or ())[:MAX_PARTS]
    for base, names in _PAIRS:
        if base in bases:
            return [get(one, name) for name in names]
    if "Optional" in bases:
        return [get(one, "type")]
    if any(base in _ELEMENTS for base in bases):
        return [get(one, "dtype")]
    if "BoundFunction" in bases:
        return [get(one, "this")]
    return []


def _value(value):
    if type(value) in (int, bool, str):
        return repr(value)[:80]
    return ""


def _named(one):
    """The name of the function, module or class that a type stands for."""
    for field in _NAMED:
        found = get(one, field)
        if found is None:
            continue
        if field == "dispatcher":
            found = get(found, "py_func")
        if type(found) is str:
            return found[:MAX_NAME]
        name = callable_name(found)
        if name:
            return name
    return ""


def callable_name(thing):
    """ "numpy.linalg.norm": of a module, a class, or a function; "" of others."""
    kind = type_name(type(thing))
    if kind in ("function", "builtin_function_or_method"):
        module = thing.__module__
    elif kind in ("numpy.ufunc", "numpy._ArrayFunctionDispatcher"):
        module = "numpy"
    elif kind == "module":
        module = ""
    elif kind == "type":
        return type_name(thing)[:MAX_NAME]
    else:
        return ""
    name = thing.__name__
    if type(name) is not str:
        return ""
    named = type(module) is str and module not in ("", "builtins")
    return ("%s.%s" % (module, name) if named else name)[:MAX_NAME]
