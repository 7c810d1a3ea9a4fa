"""What expressions of a program give, computed from plain values that are read in its memory.

Numbers, strings, None, attributes, items, calls of functions whose source is at hand: `turns` goes
through the statements around them. Each value keeps what it was made of. Nothing of the program's
runs; what does not depend on such values alone (the time, chance, a call into C) is not known.
"""

from __future__ import annotations

import ast
import dataclasses
import datetime
import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.watch import loops
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.moving import Moving, NotKnown
from atfault.decode.watch.plain_values import (
    BINARY,
    BUILTINS,
    COMPARE,
    MATH,
    MAX_BITS,
    UNARY,
    Object,
    Opaque,
    as_number,
    as_plain,
    bounded,
    compared,
    is_same,
)
from atfault.model.waits import tells

_MAX_STEPS = 4_000
"""Expressions and statements of all turns."""
_MAX_DEPTH = 6
"""Of calls."""
_MAX_ITEMS = 500
_MAX_TEXT = 200
_DICTS = ("dict", "collections.OrderedDict", "collections.defaultdict")
_SEQUENCES = ("list", "tuple", "collections.deque")
_SETS = ("set", "frozenset")
_CHANGES: dict[str, Callable[..., tuple[Any, Any]]] = {
    "append": lambda held, one: ((*held, one), None),
    "appendleft": lambda held, one: ((one, *held), None),
    "popleft": lambda held: (held[1:], held[0]),
    "pop": lambda held, at=-1: ((*held[: at % len(held)], *held[at % len(held) + 1 :]), held[at]),
    "insert": lambda held, at, one: ((*held[:at], one, *held[at:]), None),
    "clear": lambda _: ((), None),
    "rotate": lambda held, by=1: ((*held[-by % len(held) :], *held[: -by % len(held)]), None),
}
"""Methods of lists and deques: what these hold then, and what is returned."""
_OF_SETS: dict[str, Callable[..., tuple[Any, Any]]] = {
    "add": lambda held, one: (held | {as_plain(one)}, None),
    "discard": lambda held, one: (held - {as_plain(one)}, None),
}
_OF_DICTS = ("keys", "values", "items")
_ASKS = frozenset(("issubset", "issuperset", "isdisjoint"))
Key = tuple[Any, ...]
"""What a value was read from: a variable, (address, attribute), (address, "[]", key)."""


class Value(NamedTuple):
    it: Any
    of: frozenset[Key] = frozenset()
    """What it was made of."""
    name: str = ""
    """As the source calls it."""


@dataclasses.dataclass(frozen=True)
class Bound:
    """A function of Python's, and the object that it is a method of."""

    function: int
    owner: Value | None


class Raised(Exception):
    def __init__(self, kind: int) -> None:
        self.kind = kind
        """Address of the class."""


class Returned(Exception):
    def __init__(self, value: Value) -> None:
        self.value = value


class Frame(NamedTuple):
    """Where names are looked up."""

    locals: dict[str, Value] | None
    """None for a frame of the process."""
    home: int
    """Address of the dict of globals."""
    depth: int
    inner: dict[str, Value]
    """Variables of comprehensions."""
    space: int = 0
    """Of a frame of the process: 0 for that of the loop, else of the how many-th that takes what
    it yields."""

    def key(self, name: str) -> Key:
        """Of a variable of a frame of the process."""
        return ("local", name, self.space) if self.space else ("local", name)


class Values:
    """Of expressions in a frame, or in a function that it calls, at one moment."""

    def __init__(
        self, runtime: PythonRuntime, sources: Sources, variables: dict[str, int], home: int
    ) -> None:
        self._runtime, self._sources = runtime, sources
        self._reader = ObjectReader(runtime)
        self._bytecode = Bytecode(runtime)
        self._spaces = [variables]
        self._home = home
        self._steps = 0
        self.overflows = False
        """Whether what goes on and on comes, far off, to a number that is too large."""
        self._state: dict[Key, Any] = {}
        """What the turns before have written."""
        self._now: dict[Key, Value] = {}
        """What this turn has."""
        self._first: dict[Key, tuple[Any, str]] = {}
        """What was read in the process, and its name."""
        self._decided: set[Key] = set()
        self._flows: dict[Key, set[Key]] = {}
        self._iterated: list[int] = []
        """Addresses of the containers that the loops which run go through."""
        self._over = 0
        """Address of the one that was gone through last; 0 for what is no object."""

    def _run(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        raise NotImplementedError

    @property
    def is_tired(self) -> bool:
        """Whether most of the steps are done."""
        return 2 * self._steps > _MAX_STEPS

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise NotKnown

    def _truth(self, node: ast.expr, frame: Frame) -> bool:
        value = self._value(node, frame)
        self._decided |= value.of
        return self._is_true(value)

    def _is_true(self, value: Value) -> bool:
        if isinstance(value.it, Object):
            size = self._size(value)
            self._decided |= size.of
            return bool(size.it)
        if isinstance(value.it, Opaque):
            raise NotKnown
        return isinstance(value.it, Bound) or bool(value.it)

    def _size(self, value: Value) -> Value:
        """Of a container; 1 for an object that has no length and is true as all are."""
        at = value.it.at
        key = (at, "len", "")
        if self._is_changed(at):
            held = self._held(value)
            return Value(len(held.it), held.of)
        if self._reader.type_name(at) in _DICTS and self._has_items(at):
            raise NotKnown
        size = self._reader.size(at)
        if size is None:
            if any(self._reader.method_of(at, one) for one in ("__bool__", "__len__")):
                raise NotKnown
            return Value(1, value.of)
        self._first.setdefault(key, (size, f"len({value.name})"))
        return Value(size, value.of | {key})

    def _is_changed(self, at: int) -> bool:
        """Whether the turns have put something into a container, or taken something out."""
        key = (at, "held", "")
        return key in self._now or key in self._state

    def _has_items(self, at: int) -> bool:
        """Whether they have assigned to one of its items."""
        return any(one[:2] == (at, "[]") for one in (*self._now, *self._state))

    def _held(self, owner: Value) -> Value:
        """What a list, tuple or deque holds, as a tuple; a set, as a frozenset."""
        at, key = owner.it.at, (owner.it.at, "held", "")
        if key in self._now:
            found = self._now[key]
        elif key in self._state:
            found = Value(self._state[key], frozenset((key,)), owner.name)
        else:
            kind, size = self._reader.type_name(at), self._reader.size(at)
            if kind not in (*_SEQUENCES, *_SETS) or size is None or size > _MAX_ITEMS:
                raise NotKnown
            held = [self._plain_at(one) for one in self._reader.items(at, size)]
            if len(held) != size or self._has_items(at) or self._has_limit(at, kind):
                raise NotKnown
            it = frozenset(map(as_plain, held)) if kind in _SETS else tuple(held)
            self._first.setdefault(key, (it, owner.name))
            found = Value(it, frozenset((key,)), owner.name)
        if isinstance(found.it, Opaque):
            raise NotKnown
        return found._replace(of=found.of | owner.of)

    def _has_limit(self, at: int, kind: str) -> bool:
        """Whether a deque drops items at its other end."""
        if kind != "collections.deque":
            return False
        field = self._reader.structs["dequeobject"]["maxlen"]
        return self._reader.memory.i64(at + field) >= 0

    def _change(self, owner: Value, how: Callable[..., Any], given: list[Value]) -> Value:
        """A method that changes what a container holds."""
        at = owner.it.at
        if at in self._iterated:
            raise NotKnown
        try:
            before = self._held(owner)
            held, gives = how(before.it, *[one.it for one in given])
        except NotKnown:  # which is no matter where nobody asks
            held, gives, before = Opaque(), Opaque(), owner
        of = before.of | _all_of(given)
        self._now[at, "held", ""] = Value(held, of)
        return Value(gives, of)

    def _as_set(self, value: Value) -> Value:
        is_set = isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _SETS
        return self._held(value) if is_set else value

    def _object(self, node: ast.expr, frame: Frame) -> Value:
        value = self._value(node, frame)
        if not isinstance(value.it, Object):
            raise NotKnown
        return value

    def _value(self, node: ast.expr, frame: Frame) -> Value:
        self._count()
        if isinstance(node, ast.Constant):
            return Value(as_plain(node.value))
        if isinstance(node, ast.Name):
            return self._name(node.id, frame)
        if isinstance(node, ast.Attribute):
            return self._attribute(self._value(node.value, frame), node.attr, frame)
        if isinstance(node, ast.Subscript):
            return self._item(self._value(node.value, frame), self._value(node.slice, frame))
        if isinstance(node, ast.BinOp):
            return self._binary(node.op, node.left, node.right, frame)
        if isinstance(node, ast.UnaryOp):
            value = self._value(node.operand, frame)
            if isinstance(node.op, ast.Not):
                return Value(not self._is_true(value), value.of)
            return Value(UNARY[type(node.op)](as_number(value.it)), value.of)
        if isinstance(node, ast.BoolOp):
            return self._either(node, frame)
        if isinstance(node, ast.Compare):
            return self._compare(node, frame)
        if isinstance(node, ast.IfExp):
            return self._value(node.body if self._truth(node.test, frame) else node.orelse, frame)
        if isinstance(node, ast.Tuple | ast.List):
            parts = [self._value(one, frame) for one in node.elts]
            return Value(tuple([one.it for one in parts]), _all_of(parts))
        if isinstance(node, ast.JoinedStr):
            return Value(Opaque())
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self._comprehension(node, frame)
        if isinstance(node, ast.SetComp):
            found = self._comprehension(node, frame)
            return found._replace(it=frozenset(map(as_plain, found.it)))
        if isinstance(node, ast.Set):
            parts = [self._value(one, frame) for one in node.elts]
            return Value(frozenset([as_plain(one.it) for one in parts]), _all_of(parts))
        if isinstance(node, ast.Call):
            return self._call(node, frame)
        raise NotKnown

    def _either(self, node: ast.BoolOp, frame: Frame) -> Value:
        wanted, of = isinstance(node.op, ast.Or), frozenset[Key]()
        value = Value(None)
        for one in node.values:
            value = self._value(one, frame)
            of |= value.of
            if self._is_true(value) is wanted:
                break
        return value._replace(of=of)

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        left = self._value(node.left, frame)
        of = left.of
        for op, other in zip(node.ops, node.comparators):
            right = self._value(other, frame)
            of |= right.of
            if isinstance(op, ast.In | ast.NotIn):
                found = self._contains(right, left)
                holds, of = found.it is isinstance(op, ast.In), of | found.of
            elif isinstance(self._as_set(right).it, frozenset):
                one, two = self._as_set(left), self._as_set(right)
                if not isinstance(one.it, frozenset) or isinstance(op, ast.Is | ast.IsNot):
                    raise NotKnown
                holds, of = COMPARE[type(op)](one.it, two.it), of | one.of | two.of
            else:
                holds = compared(op, left.it, right.it)
            if not holds:
                return Value(False, of)
            left = right
        return Value(True, of)

    def _contains(self, container: Value, key: Value) -> Value:
        if isinstance(container.it, str | tuple | frozenset):
            for one in container.it if isinstance(container.it, tuple) else ():
                as_plain(one)
            return Value(as_plain(key.it) in container.it, container.of)
        if not isinstance(container.it, Object):
            raise NotKnown
        if self._reader.type_name(container.it.at) in (*_SEQUENCES, *_SETS):
            return self._contains(self._held(container), key)
        if self._reader.type_name(container.it.at) not in _DICTS:
            raise NotKnown
        item = self._item(container, key, Value(Opaque()))
        return Value(not isinstance(item.it, Opaque), item.of)

    def _binary(self, op: ast.operator, left: ast.expr, right: ast.expr, frame: Frame) -> Value:
        one, two = self._value(left, frame), self._value(right, frame)
        of = one.of | two.of
        if isinstance(one.it, Opaque) or isinstance(two.it, Opaque):
            return Value(Opaque(), of)
        if isinstance(op, ast.Add) and isinstance(one.it, str) and isinstance(two.it, str):
            return Value(bounded(one.it + two.it), of)
        if isinstance(op, ast.Mod) and isinstance(one.it, str):
            return Value(Opaque(), of)
        one, two = self._as_set(one), self._as_set(two)
        if isinstance(one.it, frozenset) and isinstance(two.it, frozenset):
            if not isinstance(op, ast.Sub | ast.BitAnd | ast.BitOr | ast.BitXor):
                raise NotKnown
            return Value(BINARY[type(op)](one.it, two.it), of | one.of | two.of)
        first, second = as_number(one.it), as_number(two.it)
        makes_long = isinstance(op, ast.Pow | ast.LShift) and isinstance(second, int)
        if makes_long and abs(second) > MAX_BITS:
            raise NotKnown
        if type(op) not in BINARY:
            raise NotKnown
        return Value(bounded(BINARY[type(op)](first, second)), of)

    def _each(self, node: ast.expr, frame: Frame) -> list[Value]:
        """The elements of what a `for` goes through."""
        self._over = 0
        is_range = isinstance(node, ast.Call) and ast.unparse(node.func) == "range"
        if isinstance(node, ast.Call) and is_range and not self._is_defined("range", frame):
            given = [self._value(one, frame) for one in node.args]
            self._decided |= _all_of(given)
            steps = range(*[one.it for one in given])
            if len(steps) > _MAX_STEPS:
                raise NotKnown
            return [Value(one, _all_of(given)) for one in steps]
        name, part = "", node
        if isinstance(node, ast.Call) and loops.name_of(node) in _OF_DICTS and not node.args:
            name, part = loops.name_of(node), getattr(node.func, "value", node)
        value = self._value(part, frame)
        if isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _DICTS:
            return self._of_dict(value, name or "keys")
        if isinstance(value.it, tuple):
            return [Value(one, value.of) for one in value.it]
        if name:
            raise NotKnown
        self._over = value.it.at if isinstance(value.it, Object) else 0
        if isinstance(value.it, Object) and self._is_changed(value.it.at):
            value = self._held(value)
            if isinstance(value.it, frozenset):
                raise NotKnown  # whose order is its own
            self._decided |= value.of
            return [Value(one, value.of) for one in value.it]
        if isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _SEQUENCES:
            size = self._size(value)
            self._decided |= size.of
            if size.it > _MAX_ITEMS:
                raise NotKnown
            return [self._item(value, Value(index)) for index in range(size.it)]
        raise NotKnown

    def _of_dict(self, owner: Value, which: str) -> list[Value]:
        """Its keys, values or pairs, where none was added."""
        size, found = self._size(owner), []
        self._over = owner.it.at
        self._decided |= size.of
        if size.it > _MAX_ITEMS:
            raise NotKnown
        for at, _ in self._reader.dict_items(owner.it.at, _MAX_ITEMS):
            key = Value(as_plain(self._plain_at(at)), size.of)
            item = key if which == "keys" else self._item(owner, key)
            found.append(item if which != "items" else Value((key.it, item.it), item.of))
        if len(found) != size.it:
            raise NotKnown
        return found

    def _comprehension(self, node: loops.Comprehension, frame: Frame) -> Value:
        loop = node.generators[0]
        if len(node.generators) > 1 or loop.is_async or not isinstance(loop.target, ast.Name):
            raise NotKnown
        found = []
        for value in self._each(loop.iter, frame):
            within = frame._replace(inner={**frame.inner, loop.target.id: value})
            if all(self._truth(one, within) for one in loop.ifs):
                found.append(self._value(node.elt, within))
        return Value(tuple([one.it for one in found]), _all_of(found))

    # --- names ---

    def _is_defined(self, name: str, frame: Frame) -> bool:
        if frame.locals is not None and name in frame.locals:
            return True
        known = self._spaces[frame.space]
        if frame.locals is None and (name in known or frame.key(name) in self._now):
            return True
        return name in dict(self._reader.names_in(frame.home, _MAX_ITEMS * 4))

    def _name(self, name: str, frame: Frame) -> Value:
        if name in frame.inner:
            return frame.inner[name]
        if frame.locals is not None and name in frame.locals:
            return frame.locals[name]
        if frame.locals is None:
            key, at = frame.key(name), self._spaces[frame.space].get(name, 0)
            if key in self._now:
                return self._now[key]
            if key in self._state or at:
                return self._read(key, at, name)
        known = dict(self._reader.names_in(frame.home, _MAX_ITEMS * 4))
        at = known.get(name, 0) or self._of_builtins(known.get("__builtins__", 0)).get(name, 0)
        if not at:
            raise NotKnown
        return self._read((frame.home, name), at, name)

    def _of_builtins(self, at: int) -> dict[str, int]:
        """at: of the module, or of its dict."""
        if self._reader.is_a(at, "module"):
            at = self._reader.word(at + self._runtime.offsets["PyModuleObject"]["md_dict"])
        return dict(self._reader.names_in(at, _MAX_ITEMS * 4)) if at else {}

    def _read(self, key: Key, at: int, name: str) -> Value:
        """What lies there at the beginning of the turn, or by now."""
        if key in self._now:
            return self._now[key]
        if key in self._state:
            return Value(self._state[key], frozenset((key,)), name)
        value = self._plain_at(at)
        self._first.setdefault(key, (value, name))
        return Value(value, frozenset((key,)), name)

    def _read_of(self, owner: Value, key: Key, at: int, name: str) -> Value:
        """The same of an attribute, which depends on whose it is as well."""
        found = self._read(key, at, name)
        return found._replace(of=found.of | owner.of)

    def _plain_at(self, at: int) -> Any:
        reader = self._reader
        kind = reader.type_name(at)
        if kind == "NoneType":
            return None
        if kind in ("int", "float", "bool"):
            number = reader.number(at)
            if number is None:
                return Opaque()
            return bool(number) if kind == "bool" else number
        if kind == "str" and (reader.size(at) or 0) <= _MAX_TEXT:
            return reader.text(at, _MAX_TEXT + 1)
        return Object(at)

    def _attribute(self, owner: Value, name: str, frame: Frame) -> Value:
        if not isinstance(owner.it, Object):
            raise NotKnown
        reader, at = self._reader, owner.it.at
        spelled = f"{owner.name}.{name}" if owner.name else name
        key = (at, name)
        if reader.is_a(at, "module"):
            names = reader.word(at + self._runtime.offsets["PyModuleObject"]["md_dict"])
            found = dict(reader.names_in(names, _MAX_ITEMS * 4)).get(name, 0)
            if not found:
                raise NotKnown
            return self._read(key, found, spelled)
        if key in self._now or key in self._state:
            return self._read_of(owner, key, 0, spelled)
        of_type = reader.method_of(at, name)
        if of_type and reader.is_a(of_type, "property"):
            return self._function(reader.word(of_type + 16), [owner], {}, frame)
        found = reader.attribute(at, name)
        if found:
            return self._read_of(owner, key, found, spelled)
        if of_type and reader.is_a(of_type, "function"):
            return Value(Bound(of_type, owner), owner.of, spelled)
        if not of_type or not isinstance(self._plain_at(of_type), int | float | str | None):
            raise NotKnown
        return self._read_of(owner, key, of_type, spelled)

    def _item(self, owner: Value, at: Value, default: Value | None = None) -> Value:
        of = owner.of | at.of
        if isinstance(owner.it, tuple | str):
            return Value(owner.it[at.it], of)
        if not isinstance(owner.it, Object):
            raise NotKnown
        reader, address, wanted = self._reader, owner.it.at, as_plain(at.it)
        kind, key = reader.type_name(address), (address, "[]", wanted)
        spelled = f"{owner.name}[{wanted!r}]"
        if self._is_changed(address):
            held = self._held(owner)
            return Value(held.it[wanted], held.of | of)
        if key in self._now or key in self._state:
            found = self._read(key, 0, spelled)
            return found._replace(of=found.of | of)
        if kind in _DICTS:
            items = reader.dict_items(address, _MAX_ITEMS)
            if len(items) >= _MAX_ITEMS:
                raise NotKnown
            for each, value in items:
                if is_same(self._plain_at(each), wanted):
                    found = self._read(key, value, spelled)
                    return found._replace(of=found.of | of)
            if default is None:
                raise NotKnown  # a KeyError
            self._first.setdefault(key, ("unset", spelled))
            return default._replace(of=default.of | of | {key})
        if kind in _SEQUENCES and isinstance(wanted, int):
            values = reader.items(address, _MAX_ITEMS)
            if not -len(values) <= wanted < len(values):
                raise NotKnown
            found = self._read(key, values[wanted], spelled)
            return found._replace(of=found.of | of)
        raise NotKnown

    # --- calls ---

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        name, function = loops.name_of(node), node.func
        if tells(name) or any(isinstance(one, ast.Starred) for one in node.args):
            if not tells(name):
                raise NotKnown
            return Value(Opaque())
        if isinstance(function, ast.Name) and not self._is_defined(name, frame):
            return self._builtin(name, node, frame)
        if isinstance(function, ast.Attribute):
            owner = self._value(function.value, frame)
            found = self._method(owner, name, node, frame)
            if found is not None:
                return found
            called = self._attribute(owner, name, frame)
        else:
            called = self._value(function, frame)
        given = [self._value(one, frame) for one in node.args]
        named = {one.arg or "": self._value(one.value, frame) for one in node.keywords}
        self._decided |= called.of
        if isinstance(called.it, Bound):
            own = [] if called.it.owner is None else [called.it.owner]
            return self._function(called.it.function, [*own, *given], named, frame)
        if not isinstance(called.it, Object):
            raise NotKnown
        at = called.it.at
        if self._reader.is_a(at, "method"):
            bound = self._reader.word(at + self._runtime.offsets["PyMethodObject"]["im_func"])
            owner = Value(Object(self._reader.bound_to(at)), called.of, called.name)
            return self._function(bound, [owner, *given], named, frame)
        if self._reader.is_a(at, "function"):
            return self._function(at, given, named, frame)
        if name == "sleep" and self._reader.machine_code(at):
            return Value(None)
        info = self._reader.class_at(at)
        if info is not None and info.name == "datetime.date" and not named:
            return self._date(given, frame)
        special = self._reader.method_of(at, "__call__")
        if self._reader.is_a(special, "function"):
            return self._function(special, [called, *given], named, frame)
        raise NotKnown

    def _date(self, given: list[Value], frame: Frame) -> Value:
        """A date of the calendar, which is looked at by nobody; the ValueError of numbers that are
        none. Where these go on and on, they come to one that does not fit into an int of C."""
        year, month, day = [as_number(one.it) for one in given]
        self._decided |= _all_of(given)
        moves = isinstance(year, Moving)
        self.overflows |= moves
        try:
            datetime.date(2000 if moves else year, month, day)  # no year has more days than 2000
        except ValueError:
            is_none = True
        else:
            is_none = moves and (year < datetime.MINYEAR or year > datetime.MAXYEAR)
        if is_none:
            known = dict(self._reader.names_in(frame.home, _MAX_ITEMS * 4))
            raise Raised(self._of_builtins(known.get("__builtins__", 0)).get("ValueError", 0))
        return Value(Opaque())

    def _builtin(self, name: str, node: ast.Call, frame: Frame) -> Value:
        given = [self._value(one, frame) for one in node.args]
        if node.keywords:
            raise NotKnown
        if name == "len" and len(given) == 1:
            it = given[0].it
            if isinstance(it, str | tuple | frozenset):
                return Value(len(it), given[0].of)
            return self._size(given[0])
        if name in ("set", "frozenset", "list", "tuple") and len(given) == 1:
            held = self._held(given[0]) if isinstance(given[0].it, Object) else given[0]
            if name in _SETS:
                return held._replace(it=frozenset(map(as_plain, held.it)))
            if not isinstance(held.it, tuple):
                raise NotKnown
            return held
        if name in ("str", "repr", "format"):
            return Value(Opaque(), _all_of(given))
        if name not in BUILTINS:
            raise NotKnown
        plain = [one.it if isinstance(one.it, tuple) else as_number(one.it) for one in given]
        for one in plain:
            for part in one if isinstance(one, tuple) else ():
                as_number(part)
        return Value(bounded(BUILTINS[name](*plain)), _all_of(given))

    def _method(self, owner: Value, name: str, node: ast.Call, frame: Frame) -> Value | None:
        """What a method of a plain object, or a function of `math`, gives; None for others."""
        if not isinstance(owner.it, Object):
            raise NotKnown
        reader, at = self._reader, owner.it.at
        kind = reader.type_name(at)
        if kind == "module" and owner.name == "math" and name in MATH and not node.keywords:
            given = [self._value(one, frame) for one in node.args]
            return Value(getattr(math, name)(*[as_number(one.it) for one in given]), _all_of(given))
        if kind in _DICTS and name == "get" and node.args:
            default = self._value(node.args[1], frame) if len(node.args) > 1 else Value(None)
            return self._item(owner, self._value(node.args[0], frame), default)
        changes = _OF_SETS if kind == "set" else _CHANGES if kind in _SEQUENCES else {}
        if name in changes and kind != "tuple" and not node.keywords:
            return self._change(
                owner, changes[name], [self._value(one, frame) for one in node.args]
            )
        if kind in _SETS and name in _ASKS and len(node.args) == 1:
            one, two = self._held(owner), self._as_set(self._value(node.args[0], frame))
            if not isinstance(two.it, frozenset):
                raise NotKnown
            return Value(getattr(one.it, name)(two.it), one.of | two.of)
        return None

    def _function(
        self, at: int, given: list[Value], named: dict[str, Value], frame: Frame
    ) -> Value:
        """What a function of Python's gives."""
        code = self._runtime.codes.get(self._reader.code_address(at))
        if code is None or frame.depth >= _MAX_DEPTH:
            raise NotKnown
        function = self._sources.callable(code.info)
        if function is None or not loops.is_plain_function(function):
            raise NotKnown
        parameters = function.args
        names = [one.arg for one in (*parameters.posonlyargs, *parameters.args)]
        if len(given) > len(names) or not named.keys() <= {*names}:
            raise NotKnown
        variables = {**dict(zip(names, given)), **named}
        for name, default in zip(reversed(names), reversed(parameters.defaults)):
            if name not in variables:
                if not isinstance(default, ast.Constant):
                    raise NotKnown
                variables[name] = Value(as_plain(default.value))
        if variables.keys() != {*names}:
            raise NotKnown
        free = self._free_variables(at, code)
        home = self._reader.word(at + self._runtime.offsets["PyFunctionObject"]["func_globals"])
        inner = Frame({**free, **variables}, home, frame.depth + 1, {})
        if isinstance(function, ast.Lambda):
            return self._value(function.body, inner)
        try:
            self._run(function.body, inner)
        except Returned as left:
            return left.value
        return Value(None)

    def _free_variables(self, function: int, code: Code) -> dict[str, Value]:
        """What a function has of those around it."""
        cells = self._reader.cells(function, _MAX_ITEMS)
        body = self._bytecode.body(code) if cells else None
        if body is None:
            return {}
        names = body.variables[-len(cells) :]  # they come last
        if self._runtime.version[1] <= 10:
            codes = self._runtime.codes
            names = codes.names_at(codes.word(code, "co_freevars"))
        offset = self._runtime.offsets["PyCellObject"]["ob_ref"]
        return {
            name: self._read((cell, "cell"), self._reader.word(cell + offset), name)
            for name, cell in zip(names, cells)
        }


def _all_of(values: Iterable[Value]) -> frozenset[Key]:
    return frozenset([key for one in values for key in one.of])
