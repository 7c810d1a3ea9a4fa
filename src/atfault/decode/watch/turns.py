"""Turns of a loop, gone through in thought: whether what decides about its end comes round again.

    while high - low > tolerance:      high, low = 8e9 + 2**-20, 8e9     neighbours
        middle = (low + high) / 2      8e9
        steps += 1                     decides nothing
        if f(middle) > wanted:         f is a lambda of the program's: its body is computed as well
            low = middle               8e9: as before, so this turn comes again, and for ever

Plain values are read in the process, and what the source does with them is computed here: numbers,
strings, attributes, items, calls of functions whose source is at hand. Nothing of the program's
runs, and whatever is not known to depend on these values alone (the time, chance, a call into C, an
iterator) makes the answer "not known".
"""

from __future__ import annotations

import ast
import dataclasses
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.watch import loops
from atfault.decode.watch.loop_reading import Sources
from atfault.model.waits import tells

_MAX_TURNS = 24
_MAX_STEPS = 4_000
"""Expressions and statements of all turns."""
_MAX_DEPTH = 6
"""Of calls."""
_MAX_ITEMS = 500
_MAX_TEXT = 200
_MAX_BITS = 256
_DICTS = ("dict", "collections.OrderedDict", "collections.defaultdict")
_SEQUENCES = ("list", "tuple")
_LOCKS = ("_thread.lock", "_thread.RLock", "threading.Lock", "threading.RLock")
_CODE = ("function", "builtin_function_or_method", "method", "type", "module")
_GROWS = ("append", "add", "appendleft")
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
}
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
_BUILTINS: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (abs, min, max, int, float, bool, round, divmod, sum, any, all)
}
_MATH = frozenset(
    "sqrt exp log log2 log10 log1p expm1 sin cos tan asin acos atan atan2 sinh cosh tanh floor "
    "ceil trunc fabs fmod hypot isclose isfinite isinf isnan copysign pow nextafter ulp radians "
    "degrees".split()
)
Key = tuple[Any, ...]
"""What a value was read from: a variable, (address, attribute), (address, "[]", key)."""


class NotKnown(Exception):
    """What comes of it does not depend on plain values alone."""


@dataclasses.dataclass(frozen=True)
class Object:
    """An object that is no plain value."""

    at: int


@dataclasses.dataclass(frozen=True)
class _Bound:
    """A function of Python's, and the object that it is a method of."""

    function: int
    owner: _Value | None


class _Opaque:
    """Something that was made meanwhile, and is looked at by nobody."""


class _Value(NamedTuple):
    it: Any
    of: frozenset[Key] = frozenset()
    """What it was made of."""
    name: str = ""
    """As the source calls it."""


class Kept(NamedTuple):
    """A part of what keeps the loop going."""

    name: str
    text: str
    is_plain: bool
    is_local: bool
    held_in: int
    """Address of the container that it is an item of, or whose length it is; 0 for none."""


class _Leave(Exception):
    pass


class _Next(Exception):
    pass


class _Raised(Exception):
    def __init__(self, kind: int) -> None:
        self.kind = kind
        """Address of the class."""


class _Return(Exception):
    def __init__(self, value: _Value) -> None:
        self.value = value


class _Frame(NamedTuple):
    """Where names are looked up."""

    locals: dict[str, _Value] | None
    """None for the frame of the loop itself."""
    home: int
    """Address of the dict of globals."""
    depth: int
    inner: dict[str, _Value]
    """Variables of comprehensions."""


class Turns:
    """Those of one loop, from what its frame has at one moment."""

    def __init__(
        self, runtime: PythonRuntime, sources: Sources, variables: dict[str, int], home: int
    ) -> None:
        self._runtime, self._sources = runtime, sources
        self._reader = ObjectReader(runtime)
        self._bytecode = Bytecode(runtime)
        self._variables = variables
        self._home = home
        self._steps = 0
        self._state: dict[Key, Any] = {}
        """What the turns before have written."""
        self._now: dict[Key, _Value] = {}
        """What this turn has."""
        self._first: dict[Key, tuple[Any, str]] = {}
        """What was read in the process, and its name."""
        self._decided: set[Key] = set()
        self._flows: dict[Key, set[Key]] = {}

    def kept_by(self, node: ast.While) -> tuple[Kept, ...] | None:
        """What keeps the loop going for ever; None where it ends. Raises NotKnown, and
        MemoryFault."""
        if not loops.has_way_out(node):
            raise NotKnown  # it is meant to go on
        states: list[dict[Key, Any]] = [{}]
        try:
            for _ in range(_MAX_TURNS):
                if not self._turn(node):
                    return None
                states.append(dict(self._state))
                needed = self._needed()
                if needed and any(self._is_same(needed, one) for one in states[:-1]):
                    return tuple(self._told(needed))
        except (ArithmeticError, TypeError, ValueError, IndexError, RecursionError):
            pass  # what the program would do then is not looked at
        raise NotKnown

    def _needed(self) -> set[Key]:
        """What decides, and what that is made of from turn to turn."""
        needed, todo = set(), list(self._decided)
        while todo:
            key = todo.pop()
            if key not in needed:
                needed.add(key)
                todo += self._flows.get(key, ())
        return needed

    def _is_same(self, needed: set[Key], before: dict[Key, Any]) -> bool:
        return all(
            key in self._first or (key in before and key in self._state) for key in needed
        ) and all(
            _same(
                self._state.get(key, self._first.get(key, ("",))[0]),
                before.get(key, self._first.get(key, ("",))[0]),
            )
            for key in needed
        )

    def _told(self, needed: set[Key]) -> Iterator[Kept]:
        for key in sorted(needed, key=str):
            value, name = self._first.get(key, (self._state.get(key), str(key[-1])))
            text, is_plain = repr(value), not isinstance(value, Object)
            if isinstance(value, Object):
                kind = self._reader.type_name(value.at)
                text = f"a {kind.rpartition('.')[2]}"
                if kind in _CODE:
                    continue
            is_local = key[0] == "local"
            held_in = key[0] if len(key) > 2 else 0
            yield Kept(name, text, is_plain, is_local, held_in)

    def _turn(self, node: ast.While) -> bool:
        """Whether there is another one."""
        frame = _Frame(None, self._home, 0, {})
        self._now = {}
        going = self._truth(node.test, frame)
        if going:
            try:
                self._run(node.body, frame)
            except _Next:
                pass
            except (_Leave, _Return, _Raised):
                return False
        for key, value in self._now.items():
            if key in self._first or key in self._state or value.of:
                self._flows.setdefault(key, set()).update(value.of)
            self._state[key] = value.it
        return going

    # --- statements ---

    def _run(self, body: Iterable[ast.stmt], frame: _Frame) -> None:
        for one in body:
            self._step(one, frame)

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise NotKnown

    def _step(self, one: ast.stmt, frame: _Frame) -> None:
        self._count()
        if isinstance(one, ast.Pass) or (
            isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        ):
            return
        if isinstance(one, ast.Expr):
            self._value(one.value, frame)
        elif isinstance(one, ast.Assign):
            value = self._value(one.value, frame)
            for target in one.targets:
                self._assign(target, value, frame)
        elif isinstance(one, ast.AnnAssign) and one.value is not None:
            self._assign(one.target, self._value(one.value, frame), frame)
        elif isinstance(one, ast.AugAssign):
            self._augment(one, frame)
        elif isinstance(one, ast.If):
            if not all(_only_tells(inner) for inner in (*one.body, *one.orelse)):
                self._run(one.body if self._truth(one.test, frame) else one.orelse, frame)
        elif isinstance(one, ast.While):
            self._loop(one, frame)
        elif isinstance(one, ast.For):
            self._for(one, frame)
        elif isinstance(one, ast.With):
            self._with(one, frame)
        elif isinstance(one, ast.Try):
            self._try(one, frame)
        elif isinstance(one, ast.Raise):
            raise _Raised(self._class(one, frame))
        elif isinstance(one, ast.Return):
            raise _Return(self._value(one.value, frame) if one.value else _Value(None))
        elif isinstance(one, ast.Break):
            raise _Leave
        elif isinstance(one, ast.Continue):
            raise _Next
        elif isinstance(one, ast.Assert):
            if not self._truth(one.test, frame):
                raise _Leave
        else:
            raise NotKnown

    def _loop(self, one: ast.While, frame: _Frame) -> None:
        while self._truth(one.test, frame):
            try:
                self._run(one.body, frame)
            except _Next:
                continue
            except _Leave:
                return
        self._run(one.orelse, frame)

    def _for(self, one: ast.For, frame: _Frame) -> None:
        for value in self._each(one.iter, frame):
            self._assign(one.target, value, frame)
            try:
                self._run(one.body, frame)
            except _Next:
                continue
            except _Leave:
                return
        self._run(one.orelse, frame)

    def _try(self, one: ast.Try, frame: _Frame) -> None:
        try:
            self._run(one.body, frame)
            self._run(one.orelse, frame)
        except _Raised as raised:
            for handler in one.handlers:
                if handler.type is None or self._is_for(handler.type, raised.kind, frame):
                    self._run(handler.body, frame)
                    break
            else:
                raise
        self._run(one.finalbody, frame)

    def _class(self, one: ast.Raise, frame: _Frame) -> int:
        """Of an exception that is made where it is raised."""
        made = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
        value = _not_known() if made is None else self._value(made, frame)
        for given in one.exc.args if isinstance(one.exc, ast.Call) else ():
            self._value(given, frame)
        if not isinstance(value.it, Object) or self._reader.class_at(value.it.at) is None:
            raise NotKnown
        return value.it.at

    def _is_for(self, node: ast.expr, kind: int, frame: _Frame) -> bool:
        """Whether a handler takes exceptions of that class."""
        if isinstance(node, ast.Tuple):
            return any(self._is_for(one, kind, frame) for one in node.elts)
        info = self._reader.class_at(kind)
        if isinstance(node, ast.Name) and node.id in ("Exception", "BaseException"):
            return True
        wanted = self._object(node, frame)
        while info is not None:
            if info.address == wanted.it.at:
                return True
            info = info.base
        return False

    def _with(self, one: ast.With, frame: _Frame) -> None:
        """Locks alone: that others have it is seen elsewhere."""
        for item in one.items:
            value = self._value(item.context_expr, frame)
            is_lock = isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _LOCKS
            if not is_lock or item.optional_vars is not None:
                raise NotKnown
        self._run(one.body, frame)

    def _augment(self, one: ast.AugAssign, frame: _Frame) -> None:
        target = one.target
        load = ast.copy_location(
            ast.Name(target.id, ast.Load())
            if isinstance(target, ast.Name)
            else ast.Attribute(target.value, target.attr, ast.Load())
            if isinstance(target, ast.Attribute)
            else ast.Subscript(target.value, target.slice, ast.Load()),
            target,
        )
        self._assign(target, self._binary(one.op, load, one.value, frame), frame)

    def _assign(self, target: ast.expr, value: _Value, frame: _Frame) -> None:
        if isinstance(target, ast.Name):
            if frame.locals is not None:
                frame.locals[target.id] = value
            else:
                self._now["local", target.id] = value
        elif isinstance(target, ast.Attribute):
            owner = self._object(target.value, frame)
            if self._reader.is_a(self._reader.method_of(owner.it.at, target.attr), "property"):
                raise NotKnown
            self._now[owner.it.at, target.attr] = value
        elif isinstance(target, ast.Subscript):
            owner, at = self._object(target.value, frame), self._value(target.slice, frame)
            self._decided |= at.of
            self._now[owner.it.at, "[]", _plain(at.it)] = value
        elif isinstance(target, ast.Tuple | ast.List) and isinstance(value.it, tuple):
            if len(target.elts) != len(value.it):
                raise NotKnown
            for each, part in zip(target.elts, value.it):
                self._assign(each, _Value(part, value.of), frame)
        else:
            raise NotKnown

    # --- expressions ---

    def _truth(self, node: ast.expr, frame: _Frame) -> bool:
        value = self._value(node, frame)
        self._decided |= value.of
        return self._is_true(value)

    def _is_true(self, value: _Value) -> bool:
        if isinstance(value.it, Object):
            size = self._size(value)
            self._decided |= size.of
            return bool(size.it)
        if isinstance(value.it, _Opaque):
            raise NotKnown
        return isinstance(value.it, _Bound) or bool(value.it)

    def _size(self, value: _Value) -> _Value:
        """Of a container; 1 for an object that has no length and is true as all are."""
        at = value.it.at
        key = (at, "len", "")
        if any(one[:2] in ((at, "[]"), (at, "len")) for one in (*self._now, *self._state)):
            raise NotKnown
        size = self._reader.size(at)
        if size is None:
            if any(self._reader.method_of(at, one) for one in ("__bool__", "__len__")):
                raise NotKnown
            return _Value(1, value.of)
        self._first.setdefault(key, (size, f"len({value.name})"))
        return _Value(size, value.of | {key})

    def _object(self, node: ast.expr, frame: _Frame) -> _Value:
        value = self._value(node, frame)
        if not isinstance(value.it, Object):
            raise NotKnown
        return value

    def _value(self, node: ast.expr, frame: _Frame) -> _Value:
        self._count()
        if isinstance(node, ast.Constant):
            return _Value(_plain(node.value))
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
                return _Value(not self._is_true(value), value.of)
            return _Value(_UNARY[type(node.op)](_number(value.it)), value.of)
        if isinstance(node, ast.BoolOp):
            return self._either(node, frame)
        if isinstance(node, ast.Compare):
            return self._compare(node, frame)
        if isinstance(node, ast.IfExp):
            return self._value(node.body if self._truth(node.test, frame) else node.orelse, frame)
        if isinstance(node, ast.Tuple | ast.List):
            parts = [self._value(one, frame) for one in node.elts]
            return _Value(tuple([one.it for one in parts]), _all_of(parts))
        if isinstance(node, ast.JoinedStr):
            return _Value(_Opaque())
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self._comprehension(node, frame)
        if isinstance(node, ast.Call):
            return self._call(node, frame)
        raise NotKnown

    def _either(self, node: ast.BoolOp, frame: _Frame) -> _Value:
        wanted, of = isinstance(node.op, ast.Or), frozenset[Key]()
        value = _Value(None)
        for one in node.values:
            value = self._value(one, frame)
            of |= value.of
            if self._is_true(value) is wanted:
                break
        return value._replace(of=of)

    def _compare(self, node: ast.Compare, frame: _Frame) -> _Value:
        left = self._value(node.left, frame)
        of = left.of
        for op, other in zip(node.ops, node.comparators):
            right = self._value(other, frame)
            of |= right.of
            if isinstance(op, ast.In | ast.NotIn):
                found = self._contains(right, left)
                holds, of = found.it is isinstance(op, ast.In), of | found.of
            else:
                holds = _compared(op, left.it, right.it)
            if not holds:
                return _Value(False, of)
            left = right
        return _Value(True, of)

    def _contains(self, container: _Value, key: _Value) -> _Value:
        if isinstance(container.it, str | tuple):
            return _Value(_plain(key.it) in container.it, container.of)
        if not isinstance(container.it, Object):
            raise NotKnown
        if self._reader.type_name(container.it.at) not in _DICTS:
            raise NotKnown
        item = self._item(container, key, _Value(_Opaque()))
        return _Value(not isinstance(item.it, _Opaque), item.of)

    def _binary(self, op: ast.operator, left: ast.expr, right: ast.expr, frame: _Frame) -> _Value:
        one, two = self._value(left, frame), self._value(right, frame)
        of = one.of | two.of
        if isinstance(one.it, _Opaque) or isinstance(two.it, _Opaque):
            return _Value(_Opaque(), of)
        if isinstance(op, ast.Add) and isinstance(one.it, str) and isinstance(two.it, str):
            return _Value(_short(one.it + two.it), of)
        if isinstance(op, ast.Mod) and isinstance(one.it, str):
            return _Value(_Opaque(), of)
        first, second = _number(one.it), _number(two.it)
        if isinstance(op, ast.Pow) and isinstance(second, int) and abs(second) > _MAX_BITS:
            raise NotKnown
        if type(op) not in _BINARY:
            raise NotKnown
        return _Value(_short(_BINARY[type(op)](first, second)), of)

    def _each(self, node: ast.expr, frame: _Frame) -> list[_Value]:
        """The elements of what a `for` goes through."""
        is_range = isinstance(node, ast.Call) and ast.unparse(node.func) == "range"
        if isinstance(node, ast.Call) and is_range and not self._is_defined("range", frame):
            given = [self._value(one, frame) for one in node.args]
            self._decided |= _all_of(given)
            steps = range(*[one.it for one in given])
            if len(steps) > _MAX_STEPS:
                raise NotKnown
            return [_Value(one, _all_of(given)) for one in steps]
        value = self._value(node, frame)
        if isinstance(value.it, tuple):
            return [_Value(one, value.of) for one in value.it]
        if isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _SEQUENCES:
            size = self._size(value)
            self._decided |= size.of
            if size.it > _MAX_ITEMS:
                raise NotKnown
            return [self._item(value, _Value(index)) for index in range(size.it)]
        raise NotKnown

    def _comprehension(self, node: ast.GeneratorExp | ast.ListComp, frame: _Frame) -> _Value:
        loop = node.generators[0]
        if len(node.generators) > 1 or loop.is_async or not isinstance(loop.target, ast.Name):
            raise NotKnown
        found = []
        for value in self._each(loop.iter, frame):
            within = frame._replace(inner={**frame.inner, loop.target.id: value})
            if all(self._truth(one, within) for one in loop.ifs):
                found.append(self._value(node.elt, within))
        return _Value(tuple([one.it for one in found]), _all_of(found))

    # --- names ---

    def _is_defined(self, name: str, frame: _Frame) -> bool:
        if frame.locals is not None and name in frame.locals:
            return True
        if frame.locals is None and (name in self._variables or ("local", name) in self._now):
            return True
        return name in dict(self._reader.names_in(frame.home, _MAX_ITEMS * 4))

    def _name(self, name: str, frame: _Frame) -> _Value:
        if name in frame.inner:
            return frame.inner[name]
        if frame.locals is not None and name in frame.locals:
            return frame.locals[name]
        if frame.locals is None:
            key = ("local", name)
            if key in self._now:
                return self._now[key]
            if key in self._state or self._variables.get(name):
                return self._read(key, self._variables.get(name, 0), name)
        at = dict(self._reader.names_in(frame.home, _MAX_ITEMS * 4)).get(name, 0)
        if not at:
            raise NotKnown
        return self._read((frame.home, name), at, name)

    def _read(self, key: Key, at: int, name: str) -> _Value:
        """What lies there at the beginning of the turn, or by now."""
        if key in self._now:
            return self._now[key]
        if key in self._state:
            return _Value(self._state[key], frozenset((key,)), name)
        value = self._plain_at(at)
        self._first.setdefault(key, (value, name))
        return _Value(value, frozenset((key,)), name)

    def _plain_at(self, at: int) -> Any:
        reader = self._reader
        kind = reader.type_name(at)
        if kind == "NoneType":
            return None
        if kind in ("int", "float", "bool"):
            number = reader.number(at)
            if number is None:
                raise NotKnown
            return bool(number) if kind == "bool" else number
        if kind == "str" and (reader.size(at) or 0) <= _MAX_TEXT:
            return reader.text(at, _MAX_TEXT + 1)
        return Object(at)

    def _attribute(self, owner: _Value, name: str, frame: _Frame) -> _Value:
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
            return self._read(key, 0, spelled)
        of_type = reader.method_of(at, name)
        if of_type and reader.is_a(of_type, "property"):
            return self._function(reader.word(of_type + 16), [owner], {}, frame)
        found = reader.attribute(at, name)
        if found:
            return self._read(key, found, spelled)
        if of_type and reader.is_a(of_type, "function"):
            return _Value(_Bound(of_type, owner), owner.of, spelled)
        if not of_type or not isinstance(self._plain_at(of_type), int | float | str | None):
            raise NotKnown
        return self._read(key, of_type, spelled)

    def _item(self, owner: _Value, at: _Value, default: _Value | None = None) -> _Value:
        of = owner.of | at.of
        if isinstance(owner.it, tuple | str):
            return _Value(owner.it[at.it], of)
        if not isinstance(owner.it, Object):
            raise NotKnown
        reader, address, wanted = self._reader, owner.it.at, _plain(at.it)
        kind, key = reader.type_name(address), (address, "[]", wanted)
        spelled = f"{owner.name}[{wanted!r}]"
        if any(one[:2] == (address, "len") for one in (*self._now, *self._state)):
            raise NotKnown
        if key in self._now or key in self._state:
            found = self._read(key, 0, spelled)
            return found._replace(of=found.of | of)
        if kind in _DICTS:
            items = reader.dict_items(address, _MAX_ITEMS)
            if len(items) >= _MAX_ITEMS:
                raise NotKnown
            for each, value in items:
                if _same(self._plain_at(each), wanted):
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

    def _call(self, node: ast.Call, frame: _Frame) -> _Value:
        name, function = loops.name_of(node), node.func
        if tells(name) or any(isinstance(one, ast.Starred) for one in node.args):
            if not tells(name):
                raise NotKnown
            return _Value(_Opaque())
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
        if isinstance(called.it, _Bound):
            own = [] if called.it.owner is None else [called.it.owner]
            return self._function(called.it.function, [*own, *given], named, frame)
        if not isinstance(called.it, Object):
            raise NotKnown
        at = called.it.at
        if self._reader.is_a(at, "method"):
            bound = self._reader.word(at + self._runtime.offsets["PyMethodObject"]["im_func"])
            owner = _Value(Object(self._reader.bound_to(at)), called.of, called.name)
            return self._function(bound, [owner, *given], named, frame)
        if self._reader.is_a(at, "function"):
            return self._function(at, given, named, frame)
        if name == "sleep" and self._reader.machine_code(at):
            return _Value(None)
        special = self._reader.method_of(at, "__call__")
        if self._reader.is_a(special, "function"):
            return self._function(special, [called, *given], named, frame)
        raise NotKnown

    def _builtin(self, name: str, node: ast.Call, frame: _Frame) -> _Value:
        given = [self._value(one, frame) for one in node.args]
        if node.keywords:
            raise NotKnown
        if name == "len" and len(given) == 1:
            it = given[0].it
            if isinstance(it, str | tuple):
                return _Value(len(it), given[0].of)
            return self._size(given[0]) if isinstance(it, Object) else _not_known()
        if name in ("str", "repr", "format"):
            return _Value(_Opaque(), _all_of(given))
        if name not in _BUILTINS:
            raise NotKnown
        plain = [one.it if isinstance(one.it, tuple) else _number(one.it) for one in given]
        for one in plain:
            for part in one if isinstance(one, tuple) else ():
                _number(part)
        return _Value(_short(_BUILTINS[name](*plain)), _all_of(given))

    def _method(self, owner: _Value, name: str, node: ast.Call, frame: _Frame) -> _Value | None:
        """What a method of a plain object, or a function of `math`, gives; None for others."""
        if not isinstance(owner.it, Object):
            raise NotKnown
        reader, at = self._reader, owner.it.at
        kind = reader.type_name(at)
        if kind == "module" and owner.name == "math" and name in _MATH and not node.keywords:
            given = [self._value(one, frame) for one in node.args]
            return _Value(getattr(math, name)(*[_number(one.it) for one in given]), _all_of(given))
        if kind in _DICTS and name == "get" and node.args:
            default = self._value(node.args[1], frame) if len(node.args) > 1 else _Value(None)
            return self._item(owner, self._value(node.args[0], frame), default)
        if kind in ("list", "set", "collections.deque") and name in _GROWS:
            for one in node.args:
                self._value(one, frame)
            self._now[at, "len", name] = _Value(_Opaque())
            return _Value(None)
        return None

    def _function(
        self, at: int, given: list[_Value], named: dict[str, _Value], frame: _Frame
    ) -> _Value:
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
                variables[name] = _Value(_plain(default.value))
        if variables.keys() != {*names}:
            raise NotKnown
        free = self._free_variables(at, code)
        home = self._reader.word(at + self._runtime.offsets["PyFunctionObject"]["func_globals"])
        inner = _Frame({**free, **variables}, home, frame.depth + 1, {})
        if isinstance(function, ast.Lambda):
            return self._value(function.body, inner)
        try:
            self._run(function.body, inner)
        except _Return as left:
            return left.value
        return _Value(None)

    def _free_variables(self, function: int, code: Code) -> dict[str, _Value]:
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


def _not_known() -> _Value:
    raise NotKnown


def _only_tells(one: ast.stmt) -> bool:
    """Whether a statement says something, and does no more."""
    if isinstance(one, ast.Pass):
        return True
    is_call = isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)
    return is_call and tells(loops.name_of(one.value))  # type: ignore[attr-defined]


def _all_of(values: Iterable[_Value]) -> frozenset[Key]:
    return frozenset([key for one in values for key in one.of])


def _plain(it: Any) -> Any:
    """A constant, an index or a key. Raises NotKnown for any other."""
    if it is None or isinstance(it, bool | int | float | str):
        return it
    raise NotKnown


def _number(it: Any) -> Any:
    """Raises NotKnown for anything but a number."""
    if isinstance(it, bool | int | float):
        return it
    raise NotKnown


def _short(it: Any) -> Any:
    """A value that does not grow for ever. Raises NotKnown for one that does."""
    if isinstance(it, int) and it.bit_length() > _MAX_BITS:
        raise NotKnown
    if isinstance(it, str) and len(it) > _MAX_TEXT:
        raise NotKnown
    if isinstance(it, complex):
        raise NotKnown
    return it


def _same(one: Any, other: Any) -> bool:
    """1, 1.0 and True are three values."""
    return type(one) is type(other) and (one == other or (one != one and other != other))


def _compared(op: ast.cmpop, one: Any, other: Any) -> bool:
    is_order = not isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot)
    if isinstance(one, _Opaque | _Bound) or isinstance(other, _Opaque | _Bound):
        raise NotKnown
    if isinstance(one, Object) or isinstance(other, Object):
        # What `==` says of objects is their own affair; None is no object here.
        is_told = isinstance(op, ast.Is | ast.IsNot) or one is None or other is None
        if not is_told:
            raise NotKnown
    if is_order and not (isinstance(one, str) and isinstance(other, str)):
        one, other = _number(one), _number(other)
    return bool(_COMPARE[type(op)](one, other))
