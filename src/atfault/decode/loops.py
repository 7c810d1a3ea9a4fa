"""Loops in the source of a function: their exits, and what one turn does.

    while not done:                       exit: `not done` is false
        try:
            item = inbox.get(timeout=1)   the wait
        except Empty:
            tries += 1                    one turn in which the wait brought nothing
            continue
        handle(item)                      not in that turn
        if tries == limit:
            break                         exit: `tries == limit` is true

Nothing is decided here: `loop_watch` reads the values that the tests look at.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
While = ast.While | ast.For | ast.AsyncFor
Guard = tuple[ast.expr, bool]
"""A test on the way to an exit, and the truth that it takes to get there. Where several must come
true, each is one: in `if limit is not None and tries > limit: break` there are two."""

CLOCKS = frozenset(
    "time monotonic perf_counter process_time thread_time time_ns monotonic_ns perf_counter_ns "
    "process_time_ns now utcnow today".split()
)
"""They change nothing, and answer something else each time."""
HARMLESS = frozenset(
    "len abs min max int float str bool round isinstance ord chr hash id sum divmod pow any all "
    "sorted range enumerate zip list tuple set dict reversed sleep".split()
)
"""Functions that change nothing."""
_INNER = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_LEAVES = ast.Return | ast.Raise


class Loop(NamedTuple):
    """A loop of one function."""

    node: While
    function: Function | ast.Module
    exits: tuple[tuple[Guard, ...], ...] | None
    """For each exit, the tests on the way to it, each of which keeps it shut by itself; None when
    there may be others, or it is a `for` loop or gives way to others."""
    assigned: frozenset[str]
    """Variables, attributes and items, as text, that it assigns."""
    calls: tuple[ast.Call, ...]
    """All that it calls, but on its way out."""
    acts: bool
    """Whether a statement of it other than a call may have an effect (with, import, del)."""

    @property
    def lines(self) -> range:
        """First to last, both included."""
        return range(self.node.lineno, (self.node.end_lineno or self.node.lineno) + 1)


class Turn(NamedTuple):
    """One turn of a loop, or one call of a function, in which what is waited for did not come."""

    does: tuple[str, ...]
    """Calls, and what it assigns besides variables."""
    assigns: frozenset[str]
    """Variables: counters, clocks."""
    ends: bool
    """Whether it may leave the loop by what changes of itself: a counter, or the time."""


def parse(source: bytes) -> ast.Module | None:
    """The tree of a source file; None where this Python does not understand it."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def find_function(tree: ast.Module, name: str, first_line: int) -> Function | ast.Module | None:
    """The function whose code object begins at `first_line`, which is that of its decorators."""
    if name == "<module>":
        return tree
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first == first_line:
                return node
    return None


def find_loop(function: Function | ast.Module, lines: set[int]) -> Loop | None:
    """The innermost loop around all `lines`; None when there is none."""
    around = [
        node
        for node in _own_nodes(function)
        if isinstance(node, While) and _covers(node, min(lines)) and _covers(node, max(lines))
    ]
    if not around:
        return None
    node = max(around, key=lambda one: one.lineno)
    gives_way = ast.Yield | ast.YieldFrom | ast.Await | ast.AsyncFor | ast.AsyncWith
    exits = None
    if isinstance(node, ast.While) and not any(isinstance(n, gives_way) for n in _own_nodes(node)):
        exits = _exits(node)
    inside = list(_own_nodes(node, leaving=False))
    return Loop(
        node,
        function,
        exits,
        frozenset(_assigned(node)),
        tuple([one for one in inside if isinstance(one, ast.Call)]),
        any(isinstance(one, ast.With | ast.Import | ast.ImportFrom | ast.Delete) for one in inside),
    )


def answer_of(function: Function) -> ast.expr | None:
    """What a function that only looks returns: its body is one `return`, a docstring aside."""
    body = function.body
    if len(body) == 2 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) == 1 and isinstance(body[0], ast.Return) and not function.decorator_list:
        return body[0].value
    return None


def shared_names(function: Function | ast.Module) -> set[str]:
    """Variables that functions inside of this one may assign, or that are global."""
    if isinstance(function, ast.Module):
        return {one.id for one in ast.walk(function) if isinstance(one, ast.Name)}
    scopes = [one for one in ast.walk(function) if isinstance(one, ast.Global | ast.Nonlocal)]
    return {name for one in scopes for name in one.names}


def is_clock(call: ast.Call) -> bool:
    """Whether it asks for the time."""
    return name_of(call) in CLOCKS


def name_of(call: ast.Call) -> str:
    """Of the function that is called: "monotonic" of `time.monotonic()`."""
    function = call.func
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _covers(node: ast.stmt | ast.expr, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _own_nodes(node: ast.AST, *, leaving: bool = True) -> Iterator[ast.AST]:
    """All below `node`, without what belongs to functions and classes inside of it.

    leaving: also what `return` and `raise` do on the way out.
    """
    todo = list(ast.iter_child_nodes(node))
    while todo:
        one = todo.pop()
        yield one
        if not isinstance(one, _INNER) and (leaving or not isinstance(one, _LEAVES)):
            todo += ast.iter_child_nodes(one)


def _exits(node: ast.While) -> tuple[tuple[Guard, ...], ...] | None:
    """None for what is not understood: an exit without a test, or in a handler."""
    found: list[tuple[Guard, ...]] = []

    def look(body: list[ast.stmt], guards: tuple[Guard, ...], is_inner: bool) -> bool:
        """is_inner: in a loop inside of this one, where `break` does not leave this one."""
        for one in body:
            ways: list[tuple[list[ast.stmt], tuple[Guard, ...]]] = []
            if isinstance(one, _LEAVES) or (isinstance(one, ast.Break) and not is_inner):
                if not guards or is_inner:
                    return False
                found.append(guards)
            elif isinstance(one, ast.If):
                ways = [
                    (one.body, (*guards, *_parts(one.test, True))),
                    (one.orelse, (*guards, *_parts(one.test, False))),
                ]
            elif isinstance(one, ast.While | ast.For):
                ways = [([*one.body, *one.orelse], guards)]
            elif isinstance(one, ast.With):
                ways = [(one.body, guards)]
            elif isinstance(one, ast.Assert):
                found.append((*guards, *_parts(one.test, False)))
            elif any(isinstance(n, _LEAVES | ast.Break) for n in _own_nodes(one)):  # try, match
                return False
            inner = is_inner or isinstance(one, ast.While | ast.For)
            if not all(look(way, more, inner) for way, more in ways):
                return False
        return True

    if not isinstance(node.test, ast.Constant):
        found.append(tuple(_parts(node.test, False)))
    elif not node.test.value:
        return None
    return tuple(found) if look(node.body, (), False) else None


def _parts(test: ast.expr, wanted: bool) -> Iterator[Guard]:
    """The parts of a test of which each alone keeps it from being what is wanted."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _parts(test.operand, not wanted)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is wanted:
        for part in test.values:
            yield from _parts(part, wanted)
    else:
        yield test, wanted


def _assigned(node: ast.AST) -> Iterator[str]:
    for one in _own_nodes(node):
        if isinstance(one, ast.Name | ast.Attribute | ast.Subscript):
            if not isinstance(one.ctx, ast.Load):
                yield ast.unparse(one)
        elif isinstance(one, _INNER | ast.ExceptHandler) and not isinstance(one, ast.Lambda):
            yield one.name or ""


# --- a turn that brings nothing ---


def turn_of(node: While | Function | ast.Module, lines: set[int], shared: set[str]) -> Turn:
    """What a turn of a loop, or a call of a function, does where the wait at one of `lines` brings
    nothing: what it returns is false, or it raises what the next handler takes.

    shared: variables that others see.
    """
    return _Turn(node, lines, shared).told()


def has_way_out(node: While) -> bool:
    """Whether a loop may end at all, by its source."""
    if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant)):
        return True
    return any(isinstance(one, _LEAVES | ast.Break) for one in _own_nodes(node))


class _Turn:
    def __init__(
        self, node: While | Function | ast.Module, lines: set[int], shared: set[str]
    ) -> None:
        self._node = node
        self._lines = lines
        self._shared = shared
        self._does: dict[str, None] = {}
        self._assigns: set[str] = set()
        self._ends = isinstance(node, ast.For | ast.AsyncFor)
        self._nothing: set[str] = set()
        """Variables that have what the wait returned."""
        self._assigned = set(_assigned(node))

    def told(self) -> Turn:
        node = self._node
        test = node.test if isinstance(node, ast.While) else None
        if test is not None and not isinstance(test, ast.Constant) and self._truth(test) is None:
            self._leave([test])
        self._run(node.body, [])
        assigns = frozenset(self._assigns - self._nothing)
        return Turn(tuple(self._does), assigns, self._ends and isinstance(node, While))

    def _waits(self, node: ast.stmt | ast.expr) -> bool:
        return any(_covers(node, line) for line in self._lines)

    def _run(self, body: list[ast.stmt], guards: list[ast.expr]) -> bool:
        """guards: tests on the way. Whether its end is reached."""
        return all(self._step(one, guards) for one in body)

    def _step(self, one: ast.stmt, guards: list[ast.expr]) -> bool:
        if isinstance(one, _LEAVES | ast.Break):
            self._leave(guards)
            return False
        if isinstance(one, ast.If):
            known = self._truth(one.test)
            ways = ((one.body, True), (one.orelse, False))
            ended = [self._run(way, [*guards, one.test]) for way, on in ways if known in (None, on)]
            return True in ended
        if isinstance(one, ast.Try):
            return self._try(one, guards)
        if isinstance(one, ast.With):
            for item in one.items:
                self._note(item)
            return self._run(one.body, guards)
        if self._waits(one):
            self._nothing |= set(_assigned(one))
        self._note(one)
        return not isinstance(one, ast.Continue)

    def _try(self, one: ast.Try, guards: list[ast.expr]) -> bool:
        at = next((n for n, inner in enumerate(one.body) if self._waits(inner)), None)
        taking = [handler for handler in one.handlers if _takes_timeouts(handler)]
        if at is None or not taking:
            ended = self._run([*one.body, *one.orelse], guards)
        else:
            self._run(one.body[:at], guards)
            ended = True in [self._run(handler.body, guards) for handler in taking]
        return self._run(one.finalbody, guards) and ended

    def _leave(self, guards: list[ast.expr]) -> None:
        """An exit: does it open of itself?"""
        names = self._assigned - self._nothing
        nodes = [node for test in guards for node in ast.walk(test)]
        self._ends |= not guards or any(
            (isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in names)
            or (isinstance(node, ast.Call) and is_clock(node))
            for node in nodes
        )

    def _truth(self, test: ast.expr) -> bool | None:
        """Of a test, where the wait that brought nothing decides it."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            known = self._truth(test.operand)
            return None if known is None else not known
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return False if any(self._truth(one) is False for one in test.values) else None
        is_nothing = isinstance(test, ast.Name) and test.id in self._nothing
        return False if is_nothing or (isinstance(test, ast.Call) and self._waits(test)) else None

    def _note(self, node: ast.AST) -> None:
        """What a statement does. Tests only look."""
        for one in _own_nodes(node):
            if isinstance(one, ast.Call) and not self._waits(one):
                if not is_clock(one) and name_of(one) not in HARMLESS:
                    self._does[ast.unparse(one.func)] = None
            elif isinstance(one, ast.Attribute | ast.Subscript | ast.Name):
                if isinstance(one.ctx, ast.Load):
                    continue
                if isinstance(one, ast.Name) and one.id not in self._shared:
                    self._assigns.add(one.id)
                else:
                    self._does[ast.unparse(one)] = None


def _takes_timeouts(handler: ast.ExceptHandler) -> bool:
    """Whether it is for the exception that a wait raises when its time is over."""
    words = "Exception" if handler.type is None else ast.unparse(handler.type)
    return any(one in words for one in ("Empty", "Full", "imeout", "TimedOut", "Exception"))
