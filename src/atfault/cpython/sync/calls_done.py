"""What code calls, of which objects, by what its names stand for: itself, and what it calls.

    with self.lock:                     scheduler.py, in a frame whose `self` is known
        self._done(key)                 ► _done(key): self.changed.notify_all()
                                          ► notify_all() of that Condition

Variables and attributes are looked up as they stand. Functions of the standard library are not gone
into; what cannot be told is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Expression
from atfault.cpython.frames.calls import Call, Scan, scan
from atfault.cpython.frames.code import Code
from atfault.cpython.sync.sync_world import World
from atfault.cpython.values.iterators import left, to_give
from atfault.model.roles import is_standard_code
from atfault.model.stacks import PyFrame

_MAX_DEPTH = 4
"""Of functions that call one another."""
_MAX_CALLS = 300
"""That are looked at until `begin` is called anew."""
_MAX_TURNS = 20
"""Of a loop that were not done yet."""
_MAX_OFFSET = 1 << 32


class Done(NamedTuple):
    """A call."""

    of: int
    """Address of the object whose method is called, or of the function; 0 when unknown."""
    method: str
    """"" for a function."""
    given: tuple[int, ...]
    """Addresses of the arguments."""
    offset: int
    """In the code that was asked for, of its own call that leads to this one."""


class _Scope(NamedTuple):
    """What the names of a function stand for."""

    variables: dict[str, int]
    namespace: dict[str, int]
    values: dict[str, Expression] = {}
    """Of variables that are not known, as it is not running."""


class _Turn(NamedTuple):
    """One that a `for` has yet to do."""

    variable: str
    item: int
    first: int
    last: int
    """Offsets of the loop."""


class CallsDone:
    """Tells that of code of one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._scans: dict[int, Scan] = {}
        self._left = _MAX_CALLS

    def begin(self) -> None:
        """Let so many calls be looked at again."""
        self._left = _MAX_CALLS

    def in_frame(self, frame: PyFrame, *, behind: int = -1, depth: int = 0) -> Iterator[Done]:
        """The calls of a frame's code at offsets behind that one."""
        code, names = self._world.runtime.codes.get(frame.code.address), self._world.names
        if code is not None:
            scope = _Scope(names.variables(frame), names.namespace_of(frame))
            yield from self._in(code, scope, depth, behind)

    def yet_to_come(self, frame: PyFrame) -> Iterator[Done]:
        """The calls of a frame's code behind where it is, and before that in the loop around it,
        which come in its next turn; of a `for` over a list or tuple with each item left."""
        code = self._world.runtime.codes.get(frame.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        if code is None or body is None:
            return
        calls = self.in_frame(frame, behind=body.first_behind(frame.lasti) - 1)
        yield from (one for one in calls if one.offset != frame.lasti)
        names = self._world.names
        for turn in self._turns_left(frame, body):
            variables = names.variables(frame) | {turn.variable: turn.item}
            scope = _Scope(variables, names.namespace_of(frame))
            yield from self._in(code, scope, 0, turn.first, turn.last)

    def _turns_left(self, frame: PyFrame, body: Body) -> Iterator[_Turn]:
        """Of the loops that a frame is in, where they go through lists and tuples."""
        by_offset = {one.offset: one for one in body.instructions}
        ends = dict(sorted(body.loops_around(frame.lasti)))
        heads = [at for at in ends if at in by_offset and by_offset[at].name == "FOR_ITER"]
        below = self._world.operands.beneath(frame) if heads else []
        iterators = [one for one in below if left(self._reader, one) is not None]
        if len(iterators) != len(heads):
            return
        for head, iterator in zip(heads, iterators):
            taken = by_offset.get(by_offset[head].following)
            stored = [] if taken is None else body.stored(taken)
            for item in to_give(self._reader, iterator, _MAX_TURNS) if len(stored) == 1 else ():
                yield _Turn(stored[0], item, head, ends[head])

    def in_function(self, function: int, owner: int = 0) -> Iterator[Done]:
        """The calls of a function; owner: the object whose method it is."""
        yield from self._by_function(function, owner, None, _Scope({}, {}), 0)

    def _in(
        self, code: Code, scope: _Scope, depth: int, behind: int = -1, last: int = _MAX_OFFSET
    ) -> Iterator[Done]:
        body = self._world.bytecode.body(code)
        found = None if body is None else self._scan(code, body)
        if found is None:
            return
        scope = scope._replace(values=found.values)
        for call in found.calls:
            if not behind < call.offset <= last:
                continue
            self._left -= 1
            if self._left < 0:
                return
            yield from (
                one._replace(offset=call.offset) for one in self._by_call(call, scope, depth)
            )

    def _by_call(self, call: Call, scope: _Scope, depth: int) -> Iterator[Done]:
        reader = self._reader
        of = self._address(scope, call.of)
        given = tuple([self._address(scope, one) for one in call.given or ()])
        yield Done(of, call.method, given, call.offset)
        if not of:
            return
        function = reader.looked_up(of, call.method) if call.method else of
        owner = of if call.method and not reader.is_a(of, "module") else 0
        bound = reader.bound_to(function)
        if bound:
            owner = bound
            if not call.method:
                yield Done(bound, reader.function_name(function), given, call.offset)
        yield from self._by_function(function, owner, call, scope, depth)

    def _by_function(
        self, function: int, owner: int, call: Call | None, scope: _Scope, depth: int
    ) -> Iterator[Done]:
        """What a function calls that is called so."""
        world = self._world
        code = world.code_of(function) if depth < _MAX_DEPTH else None
        body = None if code is None else world.bytecode.body(code)
        if code is None or body is None or is_standard_code(code.info.filename):
            return
        arguments = () if call is None else call.given or ()
        given = [self._address(scope, one) for one in arguments]
        values = [owner, *given] if owner else given
        inner = _Scope(
            dict(zip(body.variables, values)), world.names.globals_at(self._home(function))
        )
        yield from self._in(code, inner, depth + 1)

    def _home(self, function: int) -> int:
        """Address of the dict of its globals."""
        reader = self._reader
        if reader.is_a(function, "method"):
            function = reader.word(function + reader.structs["PyMethodObject"]["im_func"])
        return reader.word(function + reader.structs["PyFunctionObject"]["func_globals"])

    def _scan(self, code: Code, body: Body) -> Scan:
        at = code.info.address
        if at not in self._scans:
            self._scans[at] = scan(body)
        return self._scans[at]

    def _address(self, scope: _Scope, what: Expression | None, depth: int = 0) -> int:
        """Of what a variable, or an attribute of one, stands for; 0 when it cannot be told."""
        if what is None or depth > _MAX_DEPTH:
            return 0
        if what[0] == "variable":
            known = scope.variables.get(what[1], 0)
            return known or self._address(scope, scope.values.get(what[1]), depth + 1)
        if what[0] == "global":
            return scope.namespace.get(what[1], 0)
        owner = self._address(scope, what[1], depth) if what[0] == "attribute" else 0
        return self._reader.looked_up(owner, what[2]) if owner else 0
