"""Locks taken by acquire() that lie in containers: `self.locks[name].acquire()`.

    self.locks["b"], a lock in a dict       name is "b", and was it when acquire() was called

What `surely_taken` says was taken by an expression is looked up: the variables and attributes that
it consists of, the items of lists and dicts. A key must mean today what it meant then, so it may
consist of constants, of local variables that no other function can assign to, and of attributes
that nothing but `__init__` assigns to. What happened since must not have undone it: a release of
another expression that stands for the same lock, an assignment into the container, a function that
releases something.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames import exception_table
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import TAGS, stack_start
from atfault.cpython.frames.lock_facts import Expression, Taken, has_subscript
from atfault.cpython.frames.surely_taken import Body, Rounds, SurelyTaken
from atfault.cpython.sync.helpers import function_code
from atfault.cpython.sync.sync_world import World
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

Value = int | str | tuple[object, ...] | None
"""A number, a text, ("object", address), ("tuple", values…); None when it cannot be told."""

_MAX_CODE = 1 << 16
_VARARGS = 0x4
"""CO_VARARGS"""
_MAX_ITEMS = 5_000
_MAX_ROUNDS = 200
_MAX_DEPTH = 12
_MAX_CALLED = 3
_MAX_BASES = 20
_MAX_METHODS = 500
_DICTS = ("dict", "frozendict", "collections.defaultdict", "collections.OrderedDict")
_SEQUENCES = ("list", "tuple", "collections.deque")
_ITERATORS = ("list_iterator", "tuple_iterator")
_BACKWARD = ("list_reverseiterator", "reversed")
_MAX_TEXT = 200
_MAX_NUMBER = 1 << 31
_LIBRARY = ("/lib/python3", "<frozen ")
"""In the names of files whose functions release what they took alone."""


class Subscripts:
    """Finds such locks in frames of one process."""

    def __init__(self, world: World) -> None:
        self.world = self._world = world
        self._reader = world.reader
        self._ways = SurelyTaken(world.runtime.version[1])
        self._found: dict[tuple[int, int], tuple[list[Taken], list[Rounds]] | None] = {}
        self._left: dict[int, list[Taken] | None] = {}
        self.stored: dict[tuple[int, str], bool] = {}
        """(class, attribute) → whether its methods assign to that."""

    def of(self, frame: PyFrame) -> Iterator[tuple[int, int]]:
        """(address of a lock, offset of the call of acquire()) of those taken in this frame."""
        code = self._code(frame)
        surely, rounds = (code and self._taken(code, frame, "acquire")) or ([], [])
        if code is None or not (rounds or any(has_subscript(one.lock) for one in surely)):
            return
        scope = self._scope(code, frame)
        look = _Looked(self, scope)
        for taken in surely:
            address = look.lock(taken) if has_subscript(taken.lock) else 0
            if address:
                yield address, taken.offset
        for one in rounds:
            for item in self._items(frame, code, one.height):
                fixed = {one.variable: look.value(item, 0)}
                variables = {**scope.variables, one.variable: item}
                given = scope._replace(variables=variables, fixed=fixed)
                address = _Looked(self, given).lock(one.taken)
                if address:
                    yield address, one.taken.offset

    def named(self, frame: PyFrame) -> set[tuple[str, tuple[str, ...]]] | None:
        """The locks that are surely taken in this frame, those that a variable or attributes of one
        lead to, as `LockCall` has them: (scope, names); None where that cannot be told."""
        code = self._code(frame)
        found = self._taken(code, frame, "acquire") if code is not None else None
        if found is None:
            return None
        return {name for name in (_spelled(one.lock) for one in found[0]) if name is not None}

    def by_helpers(self, frame: PyFrame) -> Iterator[tuple[int, int]]:
        """The same of locks that functions have taken which were called in this frame, and which
        have returned: `self.lock("a")`, with `self.locks[name].acquire()` in it."""
        code = self._code(frame)
        surely, _ = (code and self._taken(code, frame, "")) or ([], [])
        calls = [one for one in surely if one.lock[0] == "called"]
        if code is not None and calls:
            look = _Looked(self, self._scope(code, frame))
            for taken in calls:
                for address in self._by_call(look, taken):
                    yield address, taken.offset

    def _code(self, frame: PyFrame) -> Code | None:
        return self._world.runtime.codes.get(frame.code.address) if frame.lasti > 0 else None

    def _scope(self, code: Code, frame: PyFrame) -> "_Scope":
        names = self._world.names
        return _Scope(code, names.variables(frame), names.namespace_of(frame), {})

    def _taken(
        self, code: Code, frame: PyFrame, mentions: str
    ) -> tuple[list[Taken], list[Rounds]] | None:
        """None where it cannot be told."""
        key = (code.info.address, frame.lasti)
        if key not in self._found:
            try:
                body = self._body(code, mentions)
            except (MemoryFault, ValueError):
                body = None
            if body is None:
                return None
            self._found[key] = self._ways.at(body, frame.lasti)
        return self._found[key]

    def _by_call(self, look: "_Looked", taken: Taken) -> Iterator[int]:
        """The locks that a function of the program's own has left locked for its caller."""
        function, owner = look.called(taken)
        code = function_code(self._world, function) if function else None
        if code is None:
            return
        left = [one for one in self._left_by(code) or () if one.lock[0] != "called"]
        if not left or look.is_undone(taken):
            return
        scope = look.inside(code, function, owner, taken.lock[2:])
        if scope is None:
            return
        for one in left:
            address = _Looked(self, scope).lock(one)
            if address and not look.releases(taken, address):
                yield address

    def left_named(self, code: Code) -> set[tuple[str, tuple[str, ...]]] | None:
        """As `named`, of the locks that the function has taken wherever it returns."""
        left = self._left_by(code)
        if left is None:
            return None
        return {name for name in (_spelled(one.lock) for one in left) if name is not None}

    def _left_by(self, code: Code) -> list[Taken] | None:
        at = code.info.address
        if at not in self._left:
            try:
                body = self._body(code, "acquire")
                self._left[at] = [] if body is None else self._ways.left(body)
            except (MemoryFault, ValueError):
                self._left[at] = None
        return self._left[at]

    def _body(self, code: Code, mentions: str) -> Body | None:
        """None for a function that has no such name in it. Raises MemoryFault, or ValueError."""
        codes = self._world.runtime.codes
        names = codes.names_at(codes.word(code, "co_names"))
        if mentions and mentions not in names:
            return None
        if self._world.minor >= 11:
            variables = codes.names_at(codes.word(code, "co_localsplusnames"))
            cells = variables
        else:
            variables = codes.names_at(codes.word(code, "co_varnames"))
            cells = codes.names_at(codes.word(code, "co_cellvars"))
            cells = cells + codes.names_at(codes.word(code, "co_freevars"))
        raw = codes.bytecode(code, _MAX_CODE)
        table = exception_table.handlers(self._world.runtime, code)
        return Body(raw, code.flags, names, variables, cells, table)

    def _items(self, frame: PyFrame, code: Code, height: int) -> list[int]:
        """What the iterator on top of so high a stack has handed out before its last item.

        3.8-3.14    … │ iterator │
        3.15+       … │ iterator │ NULL │     or, of a list or tuple,  … │ list │ index │
        """
        try:
            kind, index, sequence = self._iterator(frame, code, height)
        except (MemoryFault, ValueError):
            return []
        size = self._reader.size(sequence) or 0
        if not 0 <= index <= size <= _MAX_ITEMS:
            return []
        items = self._reader.items(sequence, size)
        if kind in _ITERATORS:
            return items[: max(index - 1, 0)][-_MAX_ROUNDS:]
        if kind in _BACKWARD:
            return items[index + 2 :][::-1][-_MAX_ROUNDS:]
        return []

    def _iterator(self, frame: PyFrame, code: Code, height: int) -> tuple[str, int, int]:
        """(name of its type, index of the next item, the sequence). Raises MemoryFault, or
        ValueError."""
        runtime = self._world.runtime
        top = stack_start(runtime, frame.address, code) + 8 * (height - 1)
        if self._world.minor >= 15:
            top -= 8
            index = runtime.memory.u64(top + 8)
            if index & TAGS == TAGS:
                sequence = runtime.memory.u64(top) & ~TAGS
                return f"{self._reader.type_name(sequence)}_iterator", index >> 2, sequence
        iterator = runtime.memory.u64(top)
        if self._world.minor >= 14:
            iterator &= ~TAGS
        at = iterator + runtime.offsets["PyObject"]["sizeof"]
        kind = self._reader.type_name(iterator)
        return kind, runtime.memory.i64(at), runtime.memory.u64(at + 8)


class _Scope(NamedTuple):
    """Where an expression stands."""

    code: Code
    variables: dict[str, int]
    """Local variables, by address."""
    namespace: dict[str, int]
    """Those of the module."""
    fixed: dict[str, Value]
    """Values of variables that are to be believed though they may have another one by now."""


class _Looked:
    """Looks expressions of one function up."""

    def __init__(self, subscripts: Subscripts, scope: _Scope) -> None:
        self._finder = subscripts
        self._world = subscripts.world
        self._reader = self._world.reader
        self._scope = scope

    def lock(self, taken: Taken) -> int:
        """The lock; 0 when it cannot be told, or when what happened since may have undone it."""
        address = self._address(taken.lock, 0)
        if not address:
            return 0
        for other in taken.others:
            if other[0] == "release":
                if self._address(other[1], 0) in (0, address):
                    return 0
            elif other[0] == "stored":
                if other[1] is None or self._is_container(other[1], taken.lock):
                    return 0
            elif self._releases(other):
                return 0
        return address

    def is_undone(self, taken: Taken) -> bool:
        """Whether a function that was called since may have released something."""
        return any(other[0] == "call" and self._releases(other) for other in taken.others)

    def releases(self, taken: Taken, lock: int) -> bool:
        """Whether the lock, or one that cannot be told, was released since."""
        released = [other[1] for other in taken.others if other[0] == "release"]
        return any(self._address(one, 0) in (0, lock) for one in released)

    def called(self, taken: Taken) -> tuple[int, int]:
        """(the function that was called, the object whose method it is or 0)."""
        called = taken.lock[1]
        if called[0] != "attr":
            return self._address(called, 0), 0
        owner = self._address(called[1], 0)
        if not owner or self._reader.is_a(owner, "module"):
            return (self._attribute(owner, called[2]) if owner else 0), 0
        return self._reader.method_of(owner, called[2]), owner

    def inside(
        self, code: Code, function: int, owner: int, given: tuple[Expression, ...]
    ) -> _Scope | None:
        """The variables of the function that was called, as far as its caller has given them."""
        world = self._world
        codes = world.runtime.codes
        field = "co_localsplusnames" if world.runtime.version[1] >= 11 else "co_varnames"
        names = codes.names_at(codes.word(code, field))[: codes.int(code, "co_argcount")]
        if code.flags & _VARARGS or len(given) + bool(owner) > len(names):
            return None
        first = [names[0]] if owner else []
        variables = dict.fromkeys(first, owner)
        fixed: dict[str, Value] = {}
        for name, one in zip(names[len(first) :], given):
            variables[name] = self._address(one, 0)
            fixed[name] = self._key(one, 0)
        at = self._reader.word(function + world.runtime.offsets["PyFunctionObject"]["func_globals"])
        return _Scope(code, variables, world.names.globals_at(at), fixed)

    def _is_container(self, stored: Expression, lock: Expression) -> bool:
        """Whether an assignment into `stored` may have changed where the lock lies."""
        at = self._address(stored, 0)
        while lock[0] in ("item", "attr"):
            lock = lock[1]
            if not at or at == self._address(lock, 0):
                return True
        return False

    # --- what an expression stands for ---

    def _address(self, what: Expression, depth: int) -> int:
        """Of the object; 0 when it cannot be told."""
        kind = what[0]
        if depth > _MAX_DEPTH:
            return 0
        if kind in ("local", "cell"):
            return self._scope.variables.get(what[1], 0)
        if kind in ("global", "name"):
            found = self._scope.variables.get(what[1], 0) if kind == "name" else 0
            return found or self._scope.namespace.get(what[1], 0)
        if kind == "const":
            return self._constant(what[1])
        if kind == "attr":
            owner = self._address(what[1], depth + 1)
            return self._attribute(owner, what[2]) if owner else 0
        if kind == "item":
            return self._item(what, depth)
        return 0

    def _attribute(self, owner: int, name: str) -> int:
        """Of an instance, a module or a class of the program's own; what a class says for all its
        instances, likewise."""
        found = self._reader.attribute(owner, name)
        if found or self._reader.is_a(owner, "module"):
            return found
        info = self._reader.class_at(owner) or self._reader.type(owner)
        return self._reader.class_attribute(info, name)

    def _item(self, what: Expression, depth: int) -> int:
        reader = self._reader
        container = self._address(what[1], depth + 1)
        kind = reader.type_name(container) if container else ""
        key = self._key(what[2], depth + 1) if kind else None
        if key is None:
            return 0
        if kind in _SEQUENCES and isinstance(key, int):
            size = reader.size(container) or 0
            index = key + size if key < 0 else key
            items = reader.items(container, index + 1) if 0 <= index < min(size, _MAX_ITEMS) else []
            return items[-1] if len(items) == index + 1 else 0
        if kind in _DICTS:
            for at, value in reader.dict_items(container, _MAX_ITEMS):
                if self.value(at, 0) == key:
                    return value
        return 0

    def _key(self, what: Expression, depth: int) -> Value:
        """The value of a key; None unless it must be what it was before."""
        kind = what[0]
        if depth > _MAX_DEPTH:
            return None
        if kind == "int":
            return int(what[1])
        if kind in ("local", "name") and what[1] in self._scope.fixed:
            return self._scope.fixed[what[1]]
        if kind in ("const", "local"):
            return self.value(self._address(what, depth), 0)
        if kind == "len":
            return self._reader.size(self._address(what[1], depth + 1))
        if kind == "op":
            return _calculated(
                what[1], self._key(what[2], depth + 1), self._key(what[3], depth + 1)
            )
        if kind == "tuple":
            parts = [self._key(part, depth + 1) for part in what[1:]]
            return None if None in parts else ("tuple", *parts)
        if kind == "attr" and what[1][0] == "local":
            owner = self._address(what[1], depth + 1)
            if owner and not self._is_changed(owner, what[2]):
                return self.value(self._reader.attribute(owner, what[2]), 0)
        return None

    def _constant(self, index: int) -> int:
        at = self._world.runtime.codes.word(self._scope.code, "co_consts")
        constants = self._reader.items(at, index + 1)
        return constants[index] if index < len(constants) else 0

    def value(self, address: int, depth: int) -> Value:
        reader = self._reader
        kind = reader.type_name(address) if address else ""
        if not kind or depth > _MAX_DEPTH:
            return None
        if kind == "str":
            text = reader.text(address, _MAX_TEXT + 1)
            return text if len(text) <= _MAX_TEXT else None
        if kind in ("int", "bool"):
            number = reader.integer(address)
            return number if number is not None and abs(number) < _MAX_NUMBER else None
        if kind == "tuple":
            parts = [self.value(item, depth + 1) for item in reader.items(address, 20)]
            return None if None in parts or len(parts) >= 20 else ("tuple", *parts)
        return ("object", address)

    # --- what may have changed it ---

    def _is_changed(self, owner: int, name: str) -> bool:
        """Whether a method other than __init__ assigns to this attribute."""
        info = self._reader.type(owner)
        for _ in range(_MAX_BASES):
            if info is None or not info.from_class_statement:
                break
            key, stored = (info.dict_address, name), self._finder.stored
            if key not in stored:
                methods = self._reader.names_in(info.dict_address, _MAX_METHODS)
                stored[key] = any(
                    method != "__init__" and self._assigns(function, name)
                    for method, function in methods
                )
            if stored[key]:
                return True
            info = info.base
        return self._scope.code.info.name == "__init__"

    def _assigns(self, function: int, name: str) -> bool:
        code = function_code(self._world, function)
        return code is not None and self._world.bytecode.assigns_attribute(code, name)

    def _releases(self, call: Expression) -> bool:
        """Whether a function of the program's own that was called may release something."""
        _, of, method = call
        owner = self._address(of, 0)
        function = self._attribute(owner, method) if owner and method else owner
        return bool(function) and self._may_release(function, owner, set())

    def _may_release(self, function: int, owner: int, seen: set[int]) -> bool:
        """owner: the object whose method it is, where it is one."""
        world = self._world
        if self._reader.is_a(function, "method"):
            owner = self._reader.bound_to(function)
            at = world.runtime.offsets["PyMethodObject"]["im_func"]
            function = self._reader.word(function + at)
        code = function_code(world, function)
        if code is None or function in seen or len(seen) > _MAX_CALLED:
            return False
        if any(part in code.info.filename for part in _LIBRARY):
            return False
        seen.add(function)
        try:
            names = world.runtime.codes.names_at(world.runtime.codes.word(code, "co_names"))
        except (MemoryFault, ValueError):
            return True
        if "release" in names:
            return True
        fields = world.runtime.offsets["PyFunctionObject"]
        home = world.names.globals_at(self._reader.word(function + fields["func_globals"]))
        called = [home.get(name, 0) or self._reader.method_of(owner, name) for name in names]
        return any(self._may_release(one, owner, seen) for one in called if one)


def _spelled(lock: Expression) -> tuple[str, tuple[str, ...]] | None:
    names: tuple[str, ...] = ()
    while lock[0] == "attr":
        names = (lock[2], *names)
        lock = lock[1]
    if lock[0] not in ("local", "cell", "name", "global"):
        return None
    return ("global" if lock[0] == "global" else "local", (lock[1], *names))


def _calculated(sign: str, left: Value, right: Value) -> Value:
    """What Python makes of two numbers."""
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    if max(abs(left), abs(right)) > _MAX_NUMBER or (sign in ("%", "//") and not right):
        return None
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return left % right if sign == "%" else left // right
