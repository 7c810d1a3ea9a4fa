"""Builds values of many kinds, says where they are and what they must look like, then waits.

Run by test_values.py in every interpreter there is; written for 3.8 on. The one line of output is a
JSON list of [name, address, type, text]; "@" in a text stands for the value's own address.
"""

import array
import collections
import ctypes
import dataclasses
import datetime
import enum
import functools
import json
import mmap
import pathlib
import sys
import threading
import types


class Plain:
    def __init__(self):
        self.rate = 0.5
        self.name = "net"
        self.layers = [1, 2]


class Many:
    def __init__(self):
        for i in range(35):
            setattr(self, f"a{i}", i)


class Deleted(Plain):
    def __init__(self):
        super().__init__()
        del self.rate
        self.late = 1


class Slotted:
    __slots__ = ("left", "right", "unset")

    def __init__(self):
        self.left = 1
        self.right = "r"


class SlottedMore(Slotted):
    __slots__ = ("extra",)

    def __init__(self):
        super().__init__()
        self.extra = None


class SlottedWithDict(Slotted):
    def __init__(self):
        super().__init__()
        self.free = 2.5


class WithMeta(metaclass=type("Meta", (type,), {})):
    def __init__(self):
        self.v = 1


class Empty:
    pass


class Items(list):
    pass


class Table(dict):
    pass


class Number(int):
    pass


class Ratio(float):
    pass


class Label(str):
    pass


class Trouble(ValueError):
    def __init__(self, text, code):
        super().__init__(text, code)
        self.code = code


class Color(enum.Enum):
    RED = "r"


class Level(enum.IntEnum):
    HIGH = 7


@dataclasses.dataclass
class Config:
    lr: float = 0.1
    steps: int = 3


@dataclasses.dataclass(frozen=True)
class Frozen:
    key_count: int = 1


Point = collections.namedtuple("Point", "x y")


class Outer:
    class Inner:
        def __init__(self):
            self.z = 0

    def method(self):
        yield 1


def dict_made():
    """An instance whose __dict__ was asked for, which changes how it is stored."""
    made = Plain()
    made.__dict__["more"] = 1
    return made


def replaced_dict():
    made = Plain()
    made.__dict__ = {"only": 1}
    return made


def with_attribute(value):
    value.rate = 0.5
    return value


def cyclic():
    loop = [1]
    loop.append(loop)
    table = {"self": loop}
    loop.append(table)
    return loop


def deleted_keys():
    table = {i: i for i in range(200)}
    for i in range(198):
        del table[i]
    return table


def mixed_keys():
    return {"a": 1, 2: "b", (3, 4): None, 1.5: True}


def moved():
    ordered = collections.OrderedDict([("a", 1), ("b", 2), ("c", 3)])
    ordered.move_to_end("a")
    return ordered


def chained():
    try:
        try:
            raise KeyError("inner")
        except KeyError as inner:
            raise ValueError("outer") from inner
    except ValueError as outer:
        return outer


held = threading.RLock()
held.acquire()
locked = threading.Lock()
locked.acquire()
mapped = mmap.mmap(-1, 8192)
elements = array.array("d", [1.5, 2.0])
pointer_target = ctypes.c_int(5)


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_double)]


async def coro():
    pass


coroutine = coro()
UTC = datetime.timezone.utc
ident = threading.get_ident()

# (name, value, text it must have; None: its repr)
VALUES = [
    ("none", None, None),
    ("true", True, None),
    ("false", False, None),
    ("ellipsis", Ellipsis, None),
    ("not_implemented", NotImplemented, None),
    ("zero", 0, None),
    ("one", 1, None),
    ("minus_one", -1, None),
    ("minus_five", -5, None),
    ("two_digits", 2**30, None),
    ("negative_two_digits", -(2**30), None),
    ("three_digits", 2**64, None),
    ("negative_big", -(2**100), None),
    ("huge", 10**100, "1" + "0" * 19 + "…" + "0" * 20 + " (101 digits)"),
    ("enormous", 1 << 10000, "<int of about 10,020 bits>"),
    ("number_subclass", Number(5), "Number(5)"),
    ("pi", 3.14159, None),
    ("inf", float("inf"), None),
    ("nan", float("nan"), None),
    ("minus_zero", -0.0, None),
    ("ratio", Ratio(0.5), "Ratio(0.5)"),
    ("complex", 1 - 2j, None),
    ("empty_str", "", None),
    ("ascii", "hello world", None),
    ("latin1", "caf\xe9", None),
    ("ucs2", "\u20acuro \u4e2d", None),
    ("ucs4", "smile \U0001f600", None),
    ("surrogate", "a\ud800b", None),
    ("surrogate_pair", "\ud83d\ude00", None),
    ("control", "a\nb\t\x1b[31m\x00", None),
    ("bidi", "\u202eabc\u2066", None),
    ("quotes", 'it\'s "x"', None),
    ("long_ascii", "x" * 1000, repr("x" * 120) + "… (1,000 characters)"),
    ("long_ucs2", "\u20ac" * 1000, repr("\u20ac" * 120) + "… (1,000 characters)"),
    ("joined", "".join(["ab"] * 5 + [chr(233)]), None),
    ("label", Label("text"), "Label('text')"),
    ("label_ucs2", Label("\u20ac"), "Label('\u20ac')"),
    ("bytes", b"\x00abc\xff", None),
    ("no_bytes", b"", None),
    ("long_bytes", b"y" * 1000, repr(b"y" * 120) + "… (1,000 bytes)"),
    ("bytearray", bytearray(b"xyz"), None),
    ("no_bytearray", bytearray(), "bytearray(b'')"),
    ("empty_list", [], None),
    ("list", [1, "a", None, 2.5, [True]], None),
    ("long_list", list(range(100)), "[" + ", ".join(map(str, range(12))) + ", … 88 more]"),
    ("items", Items([1, 2]), "Items([1, 2])"),
    ("no_items", Items(), "Items()"),
    ("items_with_attribute", with_attribute(Items([1])), "Items([1], rate=0.5)"),
    ("table_with_attribute", with_attribute(Table(a=1)), "Table({'a': 1}, rate=0.5)"),
    ("empty_tuple", (), None),
    ("single", (1,), None),
    ("tuple", (1, "b", ()), None),
    ("point", Point(1, "y"), "Point(x=1, y='y')"),
    ("empty_dict", {}, None),
    ("dict", {"a": 1, "b": [2]}, None),
    ("mixed_keys", mixed_keys(), None),
    ("int_keys", {1: "a", 2: "b"}, None),
    ("deleted_keys", deleted_keys(), "{198: 198, 199: 199}"),
    (
        "big_dict",
        {i: i for i in range(1000)},
        "{" + ", ".join(f"{i}: {i}" for i in range(12)) + ", … 988 more}",
    ),
    (
        "str_dict",
        {f"k{i}": i for i in range(300)},
        "{" + ", ".join(f"'k{i}': {i}" for i in range(12)) + ", … 288 more}",
    ),
    ("instance_dict", Plain().__dict__, "{'rate': 0.5, 'name': 'net', 'layers': [1, 2]}"),
    ("table", Table(a=1), "Table({'a': 1})"),
    ("ordered", collections.OrderedDict([("b", 1), ("a", 2)]), "OrderedDict({'b': 1, 'a': 2})"),
    ("moved", moved(), "OrderedDict({'b': 2, 'c': 3, 'a': 1})"),
    ("default", collections.defaultdict(list, a=[1]), "defaultdict({'a': [1]})"),
    ("counter", collections.Counter("aab"), "Counter({'a': 2, 'b': 1})"),
    ("proxy", types.MappingProxyType({"a": 1}), "mappingproxy({'a': 1})"),
    ("set", {7}, None),
    ("int_set", {1, 2, 3}, None),
    ("empty_set", set(), None),
    ("frozenset", frozenset(["q"]), "frozenset({'q'})"),
    ("deque", collections.deque([1, 2], 5), None),
    (
        "long_deque",
        collections.deque(range(200)),
        "deque([" + ", ".join(map(str, range(12))) + ", … 188 more])",
    ),
    ("rotated", collections.deque(range(100, 103)), "deque([100, 101, 102])"),
    ("range", range(3), "range(0, 3)"),
    ("stepped", range(10, 0, -2), None),
    ("slice", slice(1, None, 2), None),
    ("cyclic", cyclic(), "[1, …, {'self': …}]"),
    ("plain", Plain(), "Plain(rate=0.5, name='net', layers=[1, 2])"),
    ("deleted_attribute", Deleted(), "Deleted(name='net', layers=[1, 2], late=1)"),
    ("dict_made", dict_made(), "Plain(rate=0.5, name='net', layers=[1, 2], more=1)"),
    ("replaced_dict", replaced_dict(), "Plain(only=1)"),
    ("slotted", Slotted(), "Slotted(left=1, right='r')"),
    ("slotted_more", SlottedMore(), "SlottedMore(extra=None, left=1, right='r')"),
    ("slotted_dict", SlottedWithDict(), "SlottedWithDict(left=1, right='r', free=2.5)"),
    ("with_meta", WithMeta(), "WithMeta(v=1)"),
    ("empty", Empty(), "<Empty at @>"),
    ("object", object(), "<object at @>"),
    ("inner", Outer.Inner(), "Outer.Inner(z=0)"),
    ("config", Config(), "Config(lr=0.1, steps=3)"),
    ("frozen", Frozen(), "Frozen(key_count=1)"),
    ("namespace", types.SimpleNamespace(a=1), "SimpleNamespace(a=1)"),
    ("enum", Color.RED, "<Color.RED: 'r'>"),
    ("int_enum", Level.HIGH, "<Level.HIGH: 7>"),
    ("exception", ValueError("bad", 3), None),
    ("key_error", KeyError("k"), None),
    (
        "os_error",
        OSError(2, "gone", "file.txt"),
        "FileNotFoundError(2, 'gone', filename='file.txt')",
    ),
    ("bare_exception", RuntimeError(), None),
    ("trouble", Trouble("t", 4), "Trouble('t', 4)"),
    ("chained", chained(), "ValueError('outer')"),
    ("function", dict_made, "<function dict_made at @>"),
    ("nested_function", Outer.method, "<function Outer.method at @>"),
    ("method", Outer().method, "<bound method Outer.method>"),
    ("builtin", len, "<built-in function len>"),
    ("type", int, None),
    ("class", Plain, "<class 'Plain'>"),
    ("library_class", collections.OrderedDict, None),
    ("module", sys, "<module 'sys'>"),
    ("generator", Outer().method(), "<generator object Outer.method at @>"),
    ("coroutine", coroutine, "<coroutine object coro at @>"),
    (
        "partial",
        functools.partial(len, 1, a=2),
        "functools.partial(<built-in function len>, (1,), {'a': 2})",
    ),
    ("unlocked", threading.Lock(), "<unlocked _thread.lock at @>"),
    ("locked", locked, "<locked _thread.lock at @>"),
    ("held", held, f"<_thread.RLock locked, owner={ident:#x} count=1 at @>"),
    ("free", threading.RLock(), "<_thread.RLock unlocked at @>"),
    (
        "datetime",
        datetime.datetime(2024, 2, 29, 1, 2, 3, 45),
        "datetime(2024-02-29 01:02:03.000045)",
    ),
    ("aware", datetime.datetime(2024, 2, 29, 1, 2, 3, tzinfo=UTC), None),
    ("date", datetime.date(1999, 12, 31), "date(1999-12-31)"),
    ("time", datetime.time(23, 59), "time(23:59:00)"),
    (
        "timedelta",
        datetime.timedelta(days=-1, seconds=5),
        "timedelta(days=-1, seconds=5, microseconds=0)",
    ),
    ("path", pathlib.Path("a") / "b.txt", "PosixPath('a/b.txt')"),
    ("absolute", pathlib.PurePosixPath("/x/y", "z"), "PurePosixPath('/x/y/z')"),
    ("dot", pathlib.Path("."), "PosixPath('.')"),
    (
        "memoryview",
        memoryview(elements)[::-1],
        "memoryview(float64[2] [2, 1.5] at %#x)" % (elements.buffer_info()[0] + 8),
    ),
    ("array", elements, f"array(float64[2] [1.5, 2] at {elements.buffer_info()[0]:#x})"),
    (
        "mmap",
        mapped,
        f"mmap(8,192 bytes at {ctypes.addressof(ctypes.c_char.from_buffer(mapped)):#x})",
    ),
    ("c_int", pointer_target, "c_int(5)"),
    ("c_array", (ctypes.c_short * 4)(1, 2), None),
    ("c_pointer", ctypes.pointer(pointer_target), None),
    ("c_struct", Pair(1, 2.0), None),
    ("null", ctypes.c_void_p(), "c_void_p to NULL"),
]


if sys.version_info >= (3, 15):
    lazy = {}
    exec("lazy import wave\nlazy from csv import reader, writer\n", lazy)
    VALUES += [
        ("frozendict", frozendict({"a": 1, 2: [3]}), None),  # noqa: F821
        ("no_frozendict", frozendict(), None),  # noqa: F821
        ("frozen_table", type("FrozenTable", (frozendict,), {})(a=1), None),  # noqa: F821
        ("lazy_module", lazy["wave"], None),
        ("lazy_name", lazy["reader"], None),
        ("sentinel", sentinel("MISSING"), None),  # noqa: F821
        ("shown_sentinel", sentinel("MISSING", repr="<nothing>"), None),  # noqa: F821
    ]


def text_of(name, value, text):
    if name == "aware":
        utc = f"<datetime.timezone at {id(UTC):#x}>"
        return f"datetime(2024-02-29 01:02:03, tzinfo={utc})"
    if name.startswith("c_") and text is None:
        at = ctypes.addressof(value)
        if name == "c_pointer":
            target = ctypes.addressof(value.contents)
            return f"LP_c_int to {target:#x} at {at:#x}"
        return f"{type(value).__name__} of {ctypes.sizeof(value)} bytes at {at:#x}"
    return repr(value) if text is None else text


def main():
    rows = []
    for name, value, text in VALUES:
        kind = type(value)
        module = "" if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "."
        shown = text_of(name, value, text).replace("@", f"{id(value):#x}")
        rows.append([name, id(value), module + kind.__qualname__, shown])
    print(json.dumps(rows), flush=True)
    sys.stdin.readline()
    coroutine.close()


if __name__ == "__main__":
    main()
