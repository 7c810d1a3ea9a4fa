"""Locks that acquire() has taken, and that no release() has given back: one scan for the frames of
threads, tasks and generators.

    store.py:5    self.lock.acquire()       self.lock stands for a lock: taken, at line 5
    store.py:6    self._begin(name)         a function: what it has taken wherever it returns
    store.py:7    work()   ← the frame is here

`calls` tells what a function calls, this module what that stands for, and `ways` what has happened
on every way to where the frame is. Expressions are looked up as they stand: variables, attributes,
and items whose key is a constant or a variable. What cannot be told is left out; and since a lock
may be given back by anybody, what is found is a suspicion.
"""

from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Expression, ways
from atfault.cpython.frames.calls import Call, Scan, parts_of, scan
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.ways import ANY, Effect, Over, Token, Ways
from atfault.cpython.sync.sync_world import World
from atfault.model.roles import is_standard_code
from atfault.model.stacks import PyFrame

_MAX_ITEMS = 5_000
_MAX_DEPTH = 3
"""Of functions that call one another."""
_MAX_FOLLOWED = 4_000
_MAX_ROUNDS = 200
_MAX_OVER = 30
"""Rounds of a loop that is over, of which each call is looked at."""
_MAX_DEFAULTS = 100
_END = 1 << 32
_MAX_KEY = 200
_COROUTINE, _GENERATORS = 0x80, 0x20 | 0x200
"""Flags of code."""
_ITERATORS = ("list_iterator", "tuple_iterator", "list_reverseiterator", "reversed")
_SEQUENCES = ("list", "tuple", "collections.deque")
_DICTS = ("dict", "collections.defaultdict", "collections.OrderedDict")
_KEYS = ("const", "int", "variable", "global")
_TAKING, _GIVING = ("acquire", "__enter__", "__aenter__"), ("release", "__exit__", "__aexit__")
"""Methods of locks: a wrapper's own __enter__ may call either."""


def _takes(effect: Effect) -> bool:
    return bool(effect.taken or effect.if_true or effect.perhaps)


class Taken(NamedTuple):
    lock: int
    line: int | None
    """Of the call that took it."""
    is_sure: bool
    """Whether every way to where the frame is leads through that call."""


class _Scope(NamedTuple):
    """A function, and what its names stand for."""

    code: Code
    body: Body
    scan: Scan
    variables: dict[str, int]
    namespace: dict[str, int]


class Acquired:
    """Finds such locks in one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._scans: dict[int, Scan] = {}
        self._left: dict[tuple[int, ...], Effect] = {}

    def of(self, frame: PyFrame, *, deep: bool = False) -> list[Taken]:
        """What a frame has taken, each lock once. deep: look at all that its function calls, also
        where it says nothing of acquire() itself, and at calls that are not on every way."""
        code = self._world.runtime.codes.get(frame.code.address) if frame.lasti > 0 else None
        if code is None or not (deep or "acquire" in self._world.bytecode.names(code)):
            return []
        names = self._world.names
        scope = self._scope(code, names.variables(frame), names.namespace_of(frame))
        if scope is None:
            return []
        all_ = scope.body.instructions
        here = self._here(scope, frame)
        loops = [one.target or 0 for one in all_ if one.name == "FOR_ITER" and one.offset < here]
        end = max([here, *loops])
        effects = self._effects(scope, 0)
        over = self._over(scope, effects, 0, here)
        if not any(at < end and _takes(effect) for at, effect in effects.items()):
            return []
        found = Ways(scope.body, scope.scan, effects, over)
        sure = found.before.get(here, frozenset()).union(self._rounds(frame, scope, found, here))
        taken: dict[int, Taken] = {}
        for tokens in (sure, found.standing_before(here) if deep else frozenset()):
            for lock, call in sorted(tokens, key=attrgetter("call")):
                line = self._world.runtime.codes.location(code, call).line
                taken.setdefault(lock, Taken(lock, line, tokens is sure))
        return list(taken.values())

    def given_back(self, frame: PyFrame) -> dict[int, int]:
        """The locks that a frame itself has released and has not taken again, each with the line of
        the call: a `with` around that does not hold its lock any more."""
        code = self._world.runtime.codes.get(frame.code.address) if frame.lasti > 0 else None
        if code is None or "release" not in self._world.bytecode.names(code):
            return {}
        names = self._world.names
        scope = self._scope(code, names.variables(frame), names.namespace_of(frame))
        if scope is None:
            return {}
        here = self._here(scope, frame)
        found: dict[int, int] = {}
        for call in scope.scan.calls:
            if call.offset < here and call.method in ("acquire", "release"):
                lock = self._world.locks.lock_of(self._address(scope, call.of))
                found.pop(lock, None)
                if not lock or call.method == "acquire":
                    continue
                if here in ways(scope.body, call.offset):  # a `finally` stands at each exit
                    found[lock] = self._world.runtime.codes.location(code, call.offset).line or 0
        return found

    def left_by(self, function: int, owner: int, *, perhaps: bool = False) -> frozenset[int]:
        """The locks that a function of the program's own leaves taken for its caller; perhaps: or
        may leave. owner: the object whose method it is, or 0."""
        code = self._world.code_of(function)
        is_coroutine = code is not None and bool(code.flags & _COROUTINE)
        effect = self._left_by(function, owner, (), is_coroutine, 1)
        return effect.taken | effect.perhaps if perhaps else effect.taken

    def _here(self, scope: _Scope, frame: PyFrame) -> int:
        """Offset of the instruction that the frame is at."""
        offsets = (one.offset for one in scope.body.instructions)
        return max((one for one in offsets if one <= frame.lasti), default=0)

    def _scope(
        self, code: Code, variables: dict[str, int], namespace: dict[str, int]
    ) -> _Scope | None:
        body = self._world.bytecode.body(code)
        if body is None:
            return None
        at = code.info.address
        if at not in self._scans:
            self._scans[at] = scan(body)
        return _Scope(code, body, self._scans[at], variables, namespace)

    # --- what calls do ---

    def _effects(self, scope: _Scope, depth: int) -> dict[int, Effect]:
        found = {}
        for call in scope.scan.calls:
            effect = self._effect(scope, call, depth)
            if effect is not None and any(effect):
                found[call.offset] = effect
        return found

    def _effect(self, scope: _Scope, call: Call, depth: int) -> Effect | None:
        owner = self._address(scope, call.of)
        if call.method in (*_TAKING, *_GIVING):
            lock = self._world.locks.lock_of(owner)
            state = self._world.locks.state(lock)
            if call.method in _GIVING and (lock or not owner):
                return Effect(given_back=frozenset((self._surely(scope, call, lock),)))
            if state is not None and call.is_awaited != state.is_async:
                return None
            if state is not None:
                one = frozenset((lock,))
                return Effect(taken=one) if self._blocks(scope, call) else Effect(if_true=one)
        function = owner
        if call.method:
            is_module = self._reader.is_a(owner, "module")
            function = self._reader.looked_up(owner, call.method) if owner else 0
            owner = 0 if is_module else owner
        else:
            owner = 0
        if not function or call.given is None:
            return None
        given = tuple([self._address(scope, one) for one in call.given])
        return self._left_by(function, owner, given, call.is_awaited, depth + 1)

    def _blocks(self, scope: _Scope, call: Call) -> bool:
        """Whether acquire() returns only once it has the lock: it is given nothing, or True."""
        if call.given is None or len(call.given) > 1:
            return False
        found = [self._address(scope, one) for one in call.given]
        return all(self._reader.integer(at) == 1 for at in found)

    def _surely(self, scope: _Scope, call: Call, lock: int) -> int:
        """The lock; ANY where what the call speaks of has meant something else before."""
        return ANY if call.parts & scope.scan.assigned else lock

    def _left_by(
        self, function: int, owner: int, given: tuple[int, ...], is_awaited: bool, depth: int
    ) -> Effect:
        """What a function does that is called so."""
        code = self._world.code_of(function)
        key = (function, owner, *given)
        if code is None or is_standard_code(code.info.filename):
            return Effect()
        if code.flags & _GENERATORS or is_awaited != bool(code.flags & _COROUTINE):
            return Effect()
        if key not in self._left and depth <= _MAX_DEPTH and len(self._left) < _MAX_FOLLOWED:
            self._left[key] = Effect()  # for one that calls itself
            self._left[key] = self._inside(code, function, owner, given, depth)
        return self._left.get(key, Effect())

    def _inside(
        self, code: Code, function: int, owner: int, given: tuple[int, ...], depth: int
    ) -> Effect:
        world = self._world
        at = world.runtime.offsets["PyFunctionObject"]["func_globals"]
        namespace = world.names.globals_at(self._reader.word(function + at))
        values = (owner, *given) if owner else given
        scope = self._scope(code, {}, namespace)
        missing = world.runtime.codes.int(code, "co_argcount") - len(values)
        if scope is None or missing < 0:
            return Effect()
        given_to = zip(scope.body.variables, (*values, *self._defaults(function, missing)))
        scope.variables.update(pair for pair in given_to if pair[0] not in scope.scan.assigned)
        effects = self._effects(scope, depth)
        over = self._over(scope, effects, depth, _END)
        taken: frozenset[int] = frozenset()
        perhaps: frozenset[int] = frozenset()
        if any(map(_takes, effects.values())):
            found = Ways(scope.body, scope.scan, effects, over)
            taken = frozenset(token.lock for token in found.returned())
            perhaps = frozenset(token.lock for token in found.standing_before(_END))
        given_back = frozenset(lock for one in effects.values() for lock in one.given_back)
        returned = [effects.get(call.offset, Effect()) for call in self._returned(scope)]
        if_true = frozenset(lock for one in returned for lock in one.if_true)
        return Effect(taken, if_true, perhaps | if_true, given_back)

    def _defaults(self, function: int, missing: int) -> list[int]:
        """What the last parameters are, where they are not given; [] where these are others."""
        at = self._world.runtime.offsets["PyFunctionObject"]["func_defaults"]
        found = self._reader.items(self._reader.word(function + at), _MAX_DEFAULTS)
        return found[len(found) - missing :] if 0 < missing <= len(found) else []

    def _returned(self, scope: _Scope) -> Iterator[Call]:
        """The calls whose result is what the function returns: `return self.lock.acquire(wait)`."""
        all_ = scope.body.instructions
        returning = {a.offset for a, b in pairwise(all_) if b.name == "RETURN_VALUE"}
        return (call for call in scope.scan.calls if call.done_at in returning)

    # --- loops ---

    def _over(
        self, scope: _Scope, effects: dict[int, Effect], depth: int, here: int
    ) -> dict[int, Over]:
        """The loops `for one in resources: one.begin()` before the instruction `here`, by their
        heads; effects: those of their calls are put in, of all rounds together."""
        found: dict[int, Over] = {}
        for head in scope.body.instructions:
            start, end = head.following, head.target or 0
            variables = scope.scan.stores.get(start, ())
            if head.name != "FOR_ITER" or not start < end <= here or len(variables) != 1:
                continue
            variable, sequence = str(variables[0]), scope.scan.iterated.get(head.offset)
            calls = [one for one in scope.scan.calls if start < one.offset < end]
            calls = [one for one in calls if variable in one.parts]
            items = self._items(scope, sequence) if calls else []
            assigned = scope.scan.assigns(head.offset, _END)
            within = scope.scan.assigns(start, end - 1)
            told = []
            for call in calls if items and within[variable] == 1 else ():
                if not any(assigned[one] for one in (call.parts | parts_of(sequence)) - {variable}):
                    told.append(call.offset)
                    effects[call.offset] = self._of_rounds(scope, call, variable, items, depth)
            if told:
                found[head.offset] = Over(variable, frozenset(told))
        return found

    def _items(self, scope: _Scope, sequence: Expression | None) -> list[int]:
        """What a `for` goes through; [] where that is not known, or too much."""
        address = self._address(scope, sequence)
        if not address or self._reader.type_name(address) not in ("list", "tuple"):
            return []
        items = self._reader.items(address, _MAX_OVER + 1)
        return items if len(items) <= _MAX_OVER else []

    def _of_rounds(
        self, scope: _Scope, call: Call, variable: str, items: list[int], depth: int
    ) -> Effect:
        """What a call has done when it was made for each of the items."""
        taken, perhaps, given_back = set[int](), set[int](), set[int]()
        for item in items:
            changed = scope._replace(variables={**scope.variables, variable: item})
            effect = self._effect(changed, call, depth) or Effect()
            taken |= effect.taken
            perhaps |= effect.perhaps | effect.taken
            given_back |= effect.given_back
        sure = taken - given_back  # which one round may have taken before another gave it back
        return Effect(
            frozenset(sure),
            perhaps=frozenset(perhaps - given_back),
            given_back=frozenset(given_back),
        )

    def _rounds(self, frame: PyFrame, scope: _Scope, found: Ways, here: int) -> Iterator[Token]:
        """The locks of the earlier rounds of `for name in names: locks[name].acquire()`, by what
        the iterator has handed out before."""
        calls = {call.offset: call for call in scope.scan.calls}
        for variable, token in found.earlier_rounds(here):
            for item in self._earlier(frame, scope.variables.get(variable, 0)):
                changed = scope._replace(variables={**scope.variables, variable: item})
                effect = self._effect(changed, calls[token.call], 0) or Effect()
                for lock in effect.taken | effect.if_true:
                    yield Token(lock, token.call)

    def _earlier(self, frame: PyFrame, current: int) -> list[int]:
        """What an iterator of the frame's has handed out before the item `current`."""
        header = self._world.runtime.offsets["PyObject"]["sizeof"]
        for sequence in self._world.operands.beneath(frame)[::-1]:
            kind = self._reader.type_name(sequence)
            if kind in _ITERATORS:  # index, sequence
                sequence = self._reader.word(sequence + header + 8)
            if kind in _ITERATORS or kind in ("list", "tuple"):  # 3.15 has no iterators for these
                items = self._reader.items(sequence, _MAX_ITEMS)
                items = items[::-1] if "rever" in kind else items
                if items.count(current) == 1:
                    return items[: items.index(current)][-_MAX_ROUNDS:]
        return []

    # --- what expressions stand for ---

    def _address(self, scope: _Scope, what: Expression | None) -> int:
        """Of the object; 0 when it cannot be told."""
        if what is None:
            return 0
        kind = what[0]
        if kind == "variable":
            return scope.variables.get(what[1], 0)
        if kind == "global":
            return scope.namespace.get(what[1], 0)
        if kind == "const":
            at = self._world.runtime.codes.word(scope.code, "co_consts")
            constants = self._reader.items(at, what[1] + 1)
            return constants[-1] if len(constants) == what[1] + 1 else 0
        if kind == "attribute":
            owner = self._address(scope, what[1])
            return self._reader.looked_up(owner, what[2]) if owner else 0
        if kind == "item" and what[2][0] in _KEYS:
            container = self._address(scope, what[1])
            return self._item(scope, container, what[2]) if container else 0
        return 0

    def _item(self, scope: _Scope, container: int, key: Expression) -> int:
        reader, kind = self._reader, self._reader.type_name(container)
        address = 0 if key[0] == "int" else self._address(scope, key)
        number = key[1] if key[0] == "int" else reader.integer(address)
        if kind in _SEQUENCES and number is not None:
            items = reader.items(container, _MAX_ITEMS)
            is_whole = len(items) == reader.size(container)
            return items[number] if is_whole and -len(items) <= number < len(items) else 0
        if kind in _DICTS and (address or number is not None):
            text = reader.text(address, _MAX_KEY)
            text = text if len(text) < _MAX_KEY else ""
            for one, value in reader.dict_items(container, _MAX_ITEMS):
                if one == address or (text and reader.text(one, _MAX_KEY) == text):
                    return value
                if number is not None and reader.integer(one) == number:
                    return value
        return 0
