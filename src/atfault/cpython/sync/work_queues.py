"""Where a worker takes its jobs from, told from its code: any package's pool, and one's own.

    consumer.py  while running: self.process.loop()       the loop that goes on for ever
    consumer.py    loop():  task = self.huey.dequeue()    leads, by what these names stand for,
    storage.py       dequeue():  heapq.heappop(self._queue)    to a list: the queue
    reports.py         report_on()                        the job that it is in

Threads that go round in the same loop, and take from the same queue, are a pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Body, Expression
from atfault.cpython.frames.calls import Call, Scan, scan
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.roles import below_standard_library, is_package
from atfault.model.stacks import PyFrame

_QUEUES = ("queue.Queue", "_queue.SimpleQueue", "collections.deque", "list")
_TAKES = ("get", "get_nowait", "pop", "popleft")
_FROM_HEAP = ("heappop", "heapreplace", "heappushpop")
_MAX_DEPTH = 4
"""Of functions that call one another."""
_MAX_CALLS = 300
"""That are looked at for one worker."""


class Worker(NamedTuple):
    """A thread that takes jobs in a loop."""

    loop: int
    """Address of the code with the loop."""
    queues: tuple[int, ...]
    """From which it may take them, the likeliest first."""
    is_idle: bool
    """It is in no job."""
    is_own: bool
    """The loop is the program's own code."""


class _Scope(NamedTuple):
    """What the names of a function stand for."""

    variables: dict[str, int]
    namespace: dict[str, int]
    values: dict[str, Expression] = {}
    """Of variables that are not known, as it is not running."""


class WorkQueues:
    """Finds the workers among the threads of one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._scans: dict[int, Scan] = {}
        self._left = 0

    def worker(self, view: ThreadView) -> Worker | None:
        """None for a thread that takes nothing from a queue."""
        at = next((i for i in range(len(view.frames))[::-1] if self._goes_round(view, i)), None)
        if at is None:
            return None
        loop = view.frames[at]
        is_own = view.is_mine(loop)
        inside = view.frames[:at]
        jobs = [i for i, frame in enumerate(inside) if view.is_mine(frame)]
        between = () if is_own else view.frames[jobs[-1] + 1 if jobs else at : at]
        found: dict[int, int] = {}
        """Queue → offset of the call that leads there."""
        self._left = _MAX_CALLS
        for frame in (loop, *reversed(between)):
            for queue, offset in self._taken_in(frame):
                found.setdefault(queue, offset if frame is loop else -1)
        if not found:
            return None
        is_idle = loop.lasti in found.values() if is_own else not jobs
        return Worker(loop.code.address, tuple(found), is_idle, is_own)

    def _goes_round(self, view: ThreadView, at: int) -> bool:
        """Whether a frame is in a loop of the program's own code, or of a package's."""
        frame = view.frames[at]
        file = frame.code.filename
        if not view.is_mine(frame) and not is_package(file):
            return False
        code = self._world.runtime.codes.get(frame.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        return body is not None and bool(body.loops_around(frame.lasti))

    def _taken_in(self, frame: PyFrame) -> Iterator[tuple[int, int]]:
        """With what the generators take from that its loops go over."""
        world = self._world
        code, names = world.runtime.codes.get(frame.code.address), world.names
        if code is not None:
            scope = _Scope(names.variables(frame), names.namespace_of(frame))
            yield from self._taken(code, scope, 0)
            for iterator in world.operands.beneath(frame):
                is_generator = self._reader.is_a(iterator, "generator")
                found = read_generator(world.runtime, iterator) if is_generator else None
                inner = None if found is None else world.runtime.codes.get(found.frame.code.address)
                if found is not None and inner is not None:
                    variables = names.variables(found.frame)
                    scope = _Scope(variables, names.namespace_of(found.frame))
                    yield from ((queue, -1) for queue, _ in self._taken(inner, scope, 1))

    def _taken(self, code: Code, scope: _Scope, depth: int) -> Iterator[tuple[int, int]]:
        """(queue, offset of the call) for what a function takes from."""
        body = self._world.bytecode.body(code)
        found = None if body is None else self._scan(code, body)
        if found is None:
            return
        scope = scope._replace(values=found.values)
        for call in found.calls:
            self._left -= 1
            if self._left < 0:
                return
            yield from ((queue, call.offset) for queue in self._by_call(call, scope, depth))

    def _by_call(self, call: Call, scope: _Scope, depth: int) -> Iterator[int]:
        reader = self._reader
        of = self._address(scope, call.of)
        if call.method in _FROM_HEAP and call.given:
            heap = self._address(scope, call.given[0])
            yield from [heap] if reader.is_a(heap, "list") else []
        elif call.method in _TAKES and reader.kind(of, _QUEUES):
            yield of
        elif of:
            function = self._reader.looked_up(of, call.method) if call.method else of
            owner = of if call.method and not reader.is_a(of, "module") else 0
            bound = reader.bound_to(function)
            if bound:
                if reader.function_name(function) in _TAKES and reader.kind(bound, _QUEUES):
                    yield bound
                owner = bound
            yield from self._by_function(function, owner, call, scope, depth)

    def _by_function(
        self, function: int, owner: int, call: Call, scope: _Scope, depth: int
    ) -> Iterator[int]:
        """What a function takes from that is called so."""
        world = self._world
        code = world.code_of(function) if depth < _MAX_DEPTH else None
        body = None if code is None else world.bytecode.body(code)
        if code is None or body is None or _is_standard(code):
            return
        given = [self._address(scope, one) for one in call.given or ()]
        values = [owner, *given] if owner else given
        home = self._home(function)
        inner = _Scope(dict(zip(body.variables, values)), world.names.globals_at(home))
        yield from (queue for queue, _ in self._taken(code, inner, depth + 1))

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


def _is_standard(code: Code) -> bool:
    file = code.info.filename
    is_below = file.startswith("<frozen ") or bool(below_standard_library(file))
    return is_below and not is_package(file)
