"""Turns of a loop, gone through in thought: whether what decides about its end comes round again.

    while high - low > tolerance:      high, low = 8e9 + 2**-20, 8e9     neighbours
        middle = (low + high) / 2      8e9
        steps += 1                     decides nothing
        if f(middle) > wanted:         f is a lambda of the program's: its body is computed as well
            low = middle               8e9: as before, so this turn comes again, and for ever

Numbers may move away meanwhile, if each test is as it was for all that they will be (`moving`).

Plain values are read in the process, and what the source does with them is computed here: numbers,
strings, attributes, items, calls of functions whose source is at hand. Nothing of the program's
runs, and whatever is not known to depend on these values alone (the time, chance, a call into C, an
iterator) makes the answer "not known".
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from atfault.decode.watch import loops
from atfault.decode.watch.moving import Moving, NotKnown
from atfault.decode.watch.plain_values import Object, as_plain, is_same
from atfault.decode.watch.turn_values import Frame, Key, Raised, Returned, Value, Values
from atfault.model.counts import counted
from atfault.model.waits import tells

_MAX_TURNS = 64
_MAX_PERIOD = 16
"""Turns."""
_LOCKS = ("_thread.lock", "_thread.RLock", "threading.Lock", "threading.RLock")
_CODE = ("function", "builtin_function_or_method", "method", "type", "module")


class Kept(NamedTuple):
    """A part of what keeps the loop going."""

    name: str
    text: str
    is_plain: bool
    is_local: bool
    held_in: int
    """Address of the container that it is an item of, or whose length it is; 0 for none."""
    is_assigned: bool = False
    """Whether the turns assign it, or change what it holds."""


class Taker(NamedTuple):
    """Who takes what the loop of a generator yields."""

    node: ast.For | loops.Comprehension | ast.Call
    """A call takes it all, and does no more."""
    variables: dict[str, int]
    home: int
    """Address of the dict of globals."""


class _Leave(Exception):
    pass


class _Next(Exception):
    pass


class Turns(Values):
    """Those of one loop, from what its frame has at one moment."""

    _takers: Sequence[Taker] = ()

    def with_takers(self, takers: Sequence[Taker]) -> Turns:
        """Those who take what the loop yields, the innermost first."""
        self._takers = takers
        self._spaces += [one.variables for one in takers]
        return self

    def _hand_on(self, value: Value, space: int) -> None:
        """To whoever takes what the frame of that number yields."""
        if space >= len(self._takers):
            raise NotKnown
        node, _, home = self._takers[space]
        frame = Frame(None, home, 0, {}, space + 1)
        if isinstance(node, loops.Comprehension):
            loop = node.generators[0]
            if len(node.generators) > 1 or not isinstance(loop.target, ast.Name):
                raise NotKnown
            frame.inner[loop.target.id] = value
            if all(self._truth(one, frame) for one in loop.ifs):
                found = self._value(node.elt, frame)
                if isinstance(node, ast.GeneratorExp):
                    self._hand_on(found, space + 1)
        elif isinstance(node, ast.For):
            self._assign(node.target, value, frame)
            if self._leaves(node.body, frame):
                raise Returned(Value(None))

    def kept_by(self, node: ast.While, line: int = 0) -> tuple[Kept, ...] | None:
        """What keeps the loop going for ever; None where it ends. Raises NotKnown, and
        MemoryFault. line: where its frame is; 0 for its head."""
        if not loops.has_way_out(node):
            raise NotKnown  # it is meant to go on
        try:
            is_inside = loops.covers_block(node.body, line)
            if is_inside and not self._turn(node, line):
                return None
            states = [dict(self._state)]
            while len(states) <= _MAX_TURNS and not self.is_tired:
                if not self._turn(node):
                    return None
                states.append(dict(self._state))
                needed = self._needed()
                if needed and any(self._is_same(needed, one) for one in states[:-1]):
                    return tuple(self._told(needed, {}))
            return self._kept_as_it_moves(node, states)
        except (ArithmeticError, TypeError, ValueError, IndexError, RecursionError):
            raise NotKnown from None  # what the program would do then is not looked at

    def _kept_as_it_moves(self, node: ast.While, states: list[dict[Key, Any]]) -> tuple[Kept, ...]:
        """Where all comes back to what it was but numbers, which have moved on: whether a period
        that begins with any of what they will be ends with the next. Raises NotKnown."""
        needed = self._needed()
        for period in range(1, min(_MAX_PERIOD, len(states) // 2) + 1):
            moving = self._moving(needed, states[-1 : -2 * period - 2 : -period])
            begin = self._state = states[-1] | moving
            if moving and self._leads_on(node, period, dict(begin), moving):
                return tuple(self._told(self._needed(), moving))
        raise NotKnown

    def _leads_on(
        self, node: ast.While, period: int, begin: dict[Key, Any], moving: dict[Key, Moving]
    ) -> bool:
        """Whether so many turns end as they began, whatever the numbers that move are by then."""
        self._steps = 0
        try:
            if not all(self._turn(node) for _ in range(period)):
                return False
        except NotKnown:
            return False
        needed = self._needed()
        going = (moving[key].leads_on(self._state[key]) for key in needed & moving.keys())
        return self._is_same(needed - moving.keys(), begin) and all(going)

    def _moving(self, needed: set[Key], states: list[dict[Key, Any]]) -> dict[Key, Moving]:
        """The numbers that moved to one side over two periods, where nothing else changed; {} where
        something did. states: at the ends of the periods, the latest first."""
        found = {}
        for key in needed:
            first = self._first.get(key, (None, ""))[0]
            now, before, long_ago = [one.get(key, first) for one in states]
            if is_same(now, before):
                continue
            kinds = {type(now), type(before), type(long_ago)}
            if kinds not in ({int}, {float}) or not (now - before) * (before - long_ago) > 0:
                return {}
            is_exact = kinds == {int} and now - before == before - long_ago
            found[key] = Moving(now, now - before, is_exact)
        return found

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
            is_same(
                self._state.get(key, self._first.get(key, ("",))[0]),
                before.get(key, self._first.get(key, ("",))[0]),
            )
            for key in needed
        )

    def _told(self, needed: set[Key], moving: dict[Key, Moving]) -> Iterator[Kept]:
        for key in sorted(needed, key=str):
            if key[1:2] == ("len",) and (key[0], "held", "") in needed:
                continue
            value, name = self._first.get(key, (self._state.get(key), str(key[-1])))
            text, is_plain = repr(value), not isinstance(value, Object)
            if key in moving:
                text += ", and goes up" if moving[key].by > 0 else ", and goes down"
            if key[1:2] == ("held",):
                text = counted(len(value), "item")
            if isinstance(value, Object):
                if (value.at, "held", "") in needed:
                    continue
                kind = self._reader.type_name(value.at)
                text = f"a {kind.rpartition('.')[2]}"
                if kind in _CODE:
                    continue
            is_local = key[0] == "local"
            held_in = key[0] if len(key) > 2 and not is_local else 0
            yield Kept(name, text, is_plain, is_local, held_in, key in self._state)

    def _turn(self, node: ast.While, line: int = 0) -> bool:
        """Whether there is another one. line: where it goes on with one; 0 for its beginning."""
        frame = Frame(None, self._home, 0, {})
        self._now = {}
        going = bool(line) or self._truth(node.test, frame)
        if going:
            try:
                self._run_from(line, node.body, frame)
            except _Next:
                pass
            except (_Leave, Returned, Raised):
                return False
        for key, value in self._now.items():
            if key in self._first or key in self._state or value.of:
                self._flows.setdefault(key, set()).update(value.of)
            self._state[key] = value.it
        return going

    def _run(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        for one in body:
            self._step(one, frame)

    def _run_from(self, line: int, body: list[ast.stmt], frame: Frame) -> None:
        """From the statement at a line on; one that is a loop, or an `if` whose ways begin in the
        line of its test, from its beginning."""
        at = next((n for n, one in enumerate(body) if loops.covers(one, line)), 0)
        one = body[at]
        is_apart = isinstance(one, ast.If) and not loops.covers(one.test, one.body[0].lineno)
        ways = (one.body, one.orelse) if isinstance(one, ast.If) and is_apart else ()
        way = next((way for way in ways if loops.covers_block(way, line)), None)
        if way is None:
            self._step(one, frame)
        else:
            self._run_from(line, way, frame)
        self._run(body[at + 1 :], frame)

    def _step(self, one: ast.stmt, frame: Frame) -> None:
        self._count()
        if isinstance(one, ast.Pass) or (
            isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        ):
            return
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Yield):
            given = one.value.value
            self._hand_on(self._value(given, frame) if given else Value(None), frame.space)
        elif isinstance(one, ast.Expr):
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
            raise Raised(self._class(one, frame))
        elif isinstance(one, ast.Return):
            raise Returned(self._value(one.value, frame) if one.value else Value(None))
        elif isinstance(one, ast.Break):
            raise _Leave
        elif isinstance(one, ast.Continue):
            raise _Next
        elif isinstance(one, ast.Assert):
            if not self._truth(one.test, frame):
                raise NotKnown
        else:
            raise NotKnown

    def _loop(self, one: ast.While, frame: Frame) -> None:
        while self._truth(one.test, frame):
            if self._leaves(one.body, frame):
                return
        self._run(one.orelse, frame)

    def _for(self, one: ast.For, frame: Frame) -> None:
        values = self._each(one.iter, frame)
        self._iterated.append(self._over)
        try:
            for value in values:
                self._assign(one.target, value, frame)
                if self._leaves(one.body, frame):
                    return
        finally:
            self._iterated.pop()
        self._run(one.orelse, frame)

    def _leaves(self, body: list[ast.stmt], frame: Frame) -> bool:
        """Whether a turn of a loop in it ends by `break`."""
        try:
            self._run(body, frame)
        except _Next:
            return False
        except _Leave:
            return True
        return False

    def _try(self, one: ast.Try, frame: Frame) -> None:
        try:
            self._run(one.body, frame)
            self._run(one.orelse, frame)
        except Raised as raised:
            for handler in one.handlers:
                if handler.type is None or self._is_for(handler.type, raised.kind, frame):
                    self._run(handler.body, frame)
                    break
            else:
                raise
        finally:
            self._run(one.finalbody, frame)

    def _class(self, one: ast.Raise, frame: Frame) -> int:
        """Of an exception that is made where it is raised."""
        made = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
        if made is None:
            raise NotKnown
        value = self._value(made, frame)
        for given in one.exc.args if isinstance(one.exc, ast.Call) else ():
            self._value(given, frame)
        if not isinstance(value.it, Object) or self._reader.class_at(value.it.at) is None:
            raise NotKnown
        return value.it.at

    def _is_for(self, node: ast.expr, kind: int, frame: Frame) -> bool:
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

    def _with(self, one: ast.With, frame: Frame) -> None:
        """Locks alone: that others have it is seen elsewhere."""
        for item in one.items:
            value = self._value(item.context_expr, frame)
            is_lock = isinstance(value.it, Object) and self._reader.type_name(value.it.at) in _LOCKS
            if not is_lock or item.optional_vars is not None:
                raise NotKnown
        self._run(one.body, frame)

    def _augment(self, one: ast.AugAssign, frame: Frame) -> None:
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

    def _assign(self, target: ast.expr, value: Value, frame: Frame) -> None:
        if isinstance(target, ast.Name):
            value = value._replace(name=value.name or target.id)
            if frame.locals is not None:
                frame.locals[target.id] = value
            else:
                self._now[frame.key(target.id)] = value
        elif isinstance(target, ast.Attribute):
            owner = self._object(target.value, frame)
            if self._reader.is_a(self._reader.method_of(owner.it.at, target.attr), "property"):
                raise NotKnown
            self._now[owner.it.at, target.attr] = value
        elif isinstance(target, ast.Subscript):
            owner, at = self._object(target.value, frame), self._value(target.slice, frame)
            if self._is_changed(owner.it.at):
                raise NotKnown
            self._decided |= at.of
            self._now[owner.it.at, "[]", as_plain(at.it)] = value
        elif isinstance(target, ast.Tuple | ast.List) and isinstance(value.it, tuple):
            if len(target.elts) != len(value.it):
                raise NotKnown
            for each, part in zip(target.elts, value.it):
                self._assign(each, Value(part, value.of), frame)
        else:
            raise NotKnown


def _only_tells(one: ast.stmt) -> bool:
    """Whether a statement says something, and does no more."""
    if isinstance(one, ast.Pass):
        return True
    is_call = isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)
    return is_call and tells(loops.name_of(one.value))  # type: ignore[attr-defined]
