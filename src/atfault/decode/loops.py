"""What would end a loop, as its source says: the conditions, and what these look at.

    while not done:              head 3, ends when `done` is true
        attempts += 1                 looks at: done
        if attempts == limit:    an exit as well
            break                     looks at: attempts, limit

A loop in which nothing that its exits look at is assigned, and that calls nothing which could do
so, can only be ended by somebody else. What is no plain look (a call of unknown effect, an
iterator, a handler of exceptions) makes the answer "not known", never "it does not end".
"""

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from atfault.model.values import shortened

Getter = Callable[["Path"], "tuple[Path, ast.expr | None] | None"]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Guard = tuple[ast.expr, bool]
"""A test on the way to an exit, and the truth that it takes to get there."""

MAX_TEXT = 80
_MAX_INPUTS = 12
_MAX_DEPTH = 4
_HARMLESS = frozenset(
    "len abs min max int float str bool round isinstance ord chr hash id sum divmod pow any all "
    "sorted range enumerate zip list tuple set dict reversed".split()
)
"""Built-in functions that change nothing."""
_CLOCKS = frozenset(
    "time monotonic perf_counter process_time thread_time time_ns monotonic_ns perf_counter_ns "
    "process_time_ns".split()
)
"""Of the module time: they change nothing, and answer something else each time."""
_DATES = frozenset(("now", "utcnow", "today"))


ITEM = ast.Constant("an item")
"""The answer of dict.get()."""


class Path(NamedTuple):
    """A variable, then attributes and items with constant keys: `job.state`, `flags["done"]`."""

    root: str
    steps: tuple[str | tuple[str | int], ...] = ()
    """An attribute's name, or the key of an item in a tuple of one."""
    home: int = 0
    """Address of the dict of globals that the root lives in; 0: the frame's own variables."""

    @property
    def text(self) -> str:
        return self.root + "".join(
            (step if step[:1] == "(" else f".{step}") if isinstance(step, str) else f"[{step[0]!r}]"
            for step in self.steps
        )


class Leaf(NamedTuple):
    """A part of a test that keeps an exit shut by itself, as long as its truth is not `wanted`: in
    `if limit is not None and tries > limit: break` each of the two comparisons."""

    test: ast.expr
    wanted: bool
    inputs: tuple[Path, ...]


class Exit(NamedTuple):
    """A way out of a loop: the condition, a `break`, a `return`."""

    inputs: tuple[Path, ...] | None
    """What all tests on the way to it look at; None when one of them is not understood."""
    leaves: tuple[Leaf, ...]


class Receiver(NamedTuple):
    """What a method is called of: `items` of `items.append(x)`, and of `items[n].strip()`."""

    path: Path
    is_element: bool


class Loop(NamedTuple):
    """A loop of one function."""

    head: int
    end: int
    condition: str
    """The source after `while`; "" of a `for` loop."""
    exits: tuple[Exit, ...] | None
    """None when there may be others, or it is no `while`."""
    assigns: frozenset[str]
    """Variables, and attributes as text, that it assigns."""
    acts: bool
    """Whether its body calls anything that may have an effect."""
    receivers: tuple[Receiver, ...] | None
    """What it calls methods of, where it calls nothing else that may have an effect."""
    asks_clock: bool
    """Whether it asks for the time, which may end it though no variable changes."""
    shared: frozenset[str]
    """Variables that functions inside of this one may assign, or that are global."""

    @property
    def inputs(self) -> tuple[Path, ...]:
        """All that its exits look at, as far as these are understood."""
        found: dict[Path, None] = {}
        for one in self.exits or ():
            found.update(dict.fromkeys(one.inputs or ()))
            for leaf in one.leaves:
                found.update(dict.fromkeys(leaf.inputs))
        return tuple(found)

    @property
    def is_known(self) -> bool:
        """Whether `inputs` is all that decides whether it ends."""
        return self.exits is not None and all(one.inputs is not None for one in self.exits)


class Unknown(Exception):
    """What decides about an exit is no plain look."""


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
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            start = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if start == first_line:
                return node
    return None


def find_loop(
    function: Function | ast.Module, lines: set[int], getter: Getter | None = None
) -> Loop | None:
    """The innermost loop around all `lines`; None when there is none.

    getter: the object that a call asks, and the expression that answers with `self` in it (None:
    what others bring about is asked; ITEM: what it has for a key); None for a call of unknown
    effect.
    """
    found: ast.While | ast.For | ast.AsyncFor | None = None
    for node in _own_nodes(function):
        if isinstance(node, ast.While | ast.For | ast.AsyncFor):
            end = node.end_lineno or node.lineno
            inside = all(node.lineno <= line <= end for line in lines)
            if inside and (found is None or node.lineno >= found.lineno):
                found = node
    return None if found is None else _Analysis(function, found, getter).loop()


def answer_of(function: Function) -> ast.expr | None:
    """What a function that only looks returns: its body is one `return`, a docstring aside."""
    body = function.body
    if len(body) == 2 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) == 1 and isinstance(body[0], ast.Return) and not function.decorator_list:
        return body[0].value
    return None


def path_of(node: ast.expr) -> Path | None:
    """A name, attribute, or item with a constant key; None for anything else."""
    steps: list[str | tuple[str | int]] = []
    while True:
        if isinstance(node, ast.Attribute):
            steps.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            if not isinstance(node.slice.value, str | int):
                return None
            steps.append((node.slice.value,))
            node = node.value
        else:
            break
    return Path(node.id, tuple(reversed(steps))) if isinstance(node, ast.Name) else None


def _own_nodes(node: ast.AST, *, leaving: bool = True) -> Iterator[ast.AST]:
    """All below `node`, without what belongs to functions and classes inside of it.

    leaving: also what `return` and `raise` do on the way out.
    """
    closed = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
    todo = list(ast.iter_child_nodes(node))
    while todo:
        one = todo.pop()
        yield one
        is_leaving = isinstance(one, ast.Return | ast.Raise)
        if not isinstance(one, closed) and (leaving or not is_leaving):
            todo += ast.iter_child_nodes(one)


class _Analysis:
    """Of one loop."""

    def __init__(
        self,
        function: Function | ast.Module,
        node: ast.While | ast.For | ast.AsyncFor,
        getter: Getter | None,
    ) -> None:
        self._function = function
        self._node = node
        self._getter = getter
        self._looked: set[ast.Call] = set()
        """Calls that only look."""

    def loop(self) -> Loop:
        node = self._node
        exits: tuple[Exit, ...] | None = None
        if isinstance(node, ast.While) and not self._gives_way():
            try:
                exits = tuple([self._exit(guards) for guards in self._exits()])
            except Unknown:
                exits = None
        text = ast.unparse(node.test) if isinstance(node, ast.While) else ""
        found = Loop(
            node.lineno,
            node.end_lineno or node.lineno,
            shortened(text, MAX_TEXT),
            exits,
            frozenset(self._assigned()),
            any(map(self._may_act, _own_nodes(node, leaving=False))),
            self._receivers(),
            any(map(_asks_clock, _own_nodes(node, leaving=False))),
            frozenset(self._shared()),
        )
        return found if len(found.inputs) <= _MAX_INPUTS else found._replace(exits=None)

    def _exit(self, guards: list[Guard]) -> Exit:
        inputs: dict[Path, None] | None = {}
        leaves: list[Leaf] = []
        for test, wanted in guards:
            found = self._inputs(test)
            if found is None:
                inputs = None
            elif inputs is not None:
                inputs.update(dict.fromkeys(found))
            for leaf, way in _leaves(test, wanted):
                seen = self._inputs(leaf)
                if seen is not None:
                    leaves.append(Leaf(leaf, way, seen))
        return Exit(None if inputs is None else tuple(inputs), tuple(leaves))

    def _inputs(self, test: ast.expr) -> tuple[Path, ...] | None:
        """What an expression looks at; None when it is not understood."""
        try:
            return tuple(dict.fromkeys(self._looks_at(test, None, 0)))
        except Unknown:
            return None

    def _gives_way(self) -> bool:
        kinds = ast.Yield | ast.YieldFrom | ast.Await | ast.AsyncFor | ast.AsyncWith
        return any(isinstance(one, kinds) for one in _own_nodes(self._node))

    # --- exits ---

    def _exits(self) -> Iterator[list[Guard]]:
        """For each exit, the tests that decide about it. Raises Unknown."""
        node = self._node
        assert isinstance(node, ast.While)
        if not isinstance(node.test, ast.Constant):
            yield [(node.test, False)]
        elif not node.test.value:
            raise Unknown
        yield from self._exits_in(node.body, [], False)

    def _exits_in(
        self, body: list[ast.stmt], guards: list[Guard], is_inner: bool
    ) -> Iterator[list[Guard]]:
        """is_inner: in a loop inside of this one, where `break` does not leave this one."""
        for one in body:
            if isinstance(one, ast.Return | ast.Raise) or (
                isinstance(one, ast.Break) and not is_inner
            ):
                if not guards or is_inner:
                    raise Unknown
                yield guards
            elif isinstance(one, ast.If):
                yield from self._exits_in(one.body, [*guards, (one.test, True)], is_inner)
                yield from self._exits_in(one.orelse, [*guards, (one.test, False)], is_inner)
            elif isinstance(one, ast.While | ast.For):
                yield from self._exits_in([*one.body, *one.orelse], guards, True)
            elif isinstance(one, ast.With):
                yield from self._exits_in(one.body, guards, is_inner)
            elif isinstance(one, ast.Assert):
                yield [*guards, (one.test, False)]
            elif any(map(_is_exit, _own_nodes(one))):  # try, match
                raise Unknown

    # --- looks ---

    def _looks_at(self, node: ast.expr, self_path: Path | None, depth: int) -> Iterator[Path]:
        """The variables that decide about an expression. self_path: what `self` stands for, inside
        of a method that was asked. Raises Unknown."""
        path = self._path(node, self_path)
        if path is not None:
            yield path
        elif isinstance(node, ast.Constant):
            return
        elif isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.BinOp | ast.IfExp):
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr):
                    yield from self._looks_at(part, self_path, depth)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            for part in node.elts:
                yield from self._looks_at(part, self_path, depth)
        elif isinstance(node, ast.Call) and depth < _MAX_DEPTH:
            yield from self._asked(node, self_path, depth)
        else:
            raise Unknown

    def _asked(self, node: ast.Call, self_path: Path | None, depth: int) -> Iterator[Path]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("len", "isinstance", "bool", "abs") and node.args and not node.keywords:
            self._looked.add(node)
            yield from self._looks_at(node.args[0], self_path, depth)
            return
        path = self._path(node.func, self_path)
        known = None
        if path is not None and self._getter is not None:
            known = self._getter(path)
        if known is None:
            raise Unknown
        owner, answer = known
        if answer is ITEM:
            yield self._item(node, owner)
        elif answer is None:
            self._looked.add(node)
            yield owner
        elif not node.args and not node.keywords:
            self._looked.add(node)
            yield from self._looks_at(answer, owner, depth + 1)
        else:
            raise Unknown

    def _item(self, node: ast.Call, owner: Path) -> Path:
        """What `owner.get(key)` looks at. Raises Unknown."""
        keys = [one.value for one in node.args if isinstance(one, ast.Constant)]
        if not keys or len(keys) != len(node.args) or node.keywords:
            raise Unknown
        key = keys[0]
        if not isinstance(key, str | int):
            raise Unknown
        self._looked.add(node)
        return owner._replace(steps=(*owner.steps, (key,)))

    def _path(self, node: ast.expr, self_path: Path | None) -> Path | None:
        """As path_of, inside of a method that was asked."""
        path = path_of(node)
        if path is None or self_path is None:
            return path
        if path.root == "self" and self_path.root:
            return self_path._replace(steps=self_path.steps + path.steps)
        if self_path.home and not self_path.root:
            return path._replace(home=self_path.home)
        raise Unknown

    # --- effects ---

    def _assigned(self) -> Iterator[str]:
        for one in _own_nodes(self._node):
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
                yield one.id
            elif isinstance(one, ast.Attribute | ast.Subscript) and not isinstance(
                one.ctx, ast.Load
            ):
                path = self._path(one, None)
                if path is not None:
                    yield path.text
                else:
                    yield from [n.id for n in ast.walk(one) if isinstance(n, ast.Name)]
            elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or (
                isinstance(one, ast.ExceptHandler) and one.name
            ):
                yield one.name or ""

    def _may_act(self, node: ast.AST) -> bool:
        if isinstance(node, ast.With | ast.Import | ast.ImportFrom | ast.Delete):
            return True
        if not isinstance(node, ast.Call) or node in self._looked:
            return False
        function = node.func
        if isinstance(function, ast.Name):
            return function.id not in _HARMLESS | _CLOCKS
        return not (
            isinstance(function, ast.Attribute)
            and function.attr in _CLOCKS | {"sleep"}
            and isinstance(function.value, ast.Name)
            and function.value.id == "time"
        )

    def _receivers(self) -> tuple[Receiver, ...] | None:
        found: dict[Receiver, None] = {}
        for node in _own_nodes(self._node, leaving=False):
            if not self._may_act(node):
                continue
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                return None
            owner, is_element = node.func.value, False
            path = path_of(owner)
            if path is None and isinstance(owner, ast.Subscript):
                path, is_element = path_of(owner.value), True
            if path is None:
                return None
            found[Receiver(path, is_element)] = None
        return tuple(found)

    def _shared(self) -> Iterator[str]:
        if isinstance(self._function, ast.Module):
            for one in ast.walk(self._function):
                if isinstance(one, ast.Name):
                    yield one.id
            return
        for one in ast.walk(self._function):
            if isinstance(one, ast.Global | ast.Nonlocal):
                yield from one.names


def _is_exit(node: ast.AST) -> bool:
    return isinstance(node, ast.Break | ast.Return | ast.Raise)


def _leaves(test: ast.expr, wanted: bool) -> Iterator[Guard]:
    """The parts of a test of which each alone keeps it from being what is wanted."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _leaves(test.operand, not wanted)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is wanted:
        for part in test.values:
            yield from _leaves(part, wanted)
    else:
        yield test, wanted


def _asks_clock(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if isinstance(function, ast.Name):
        return function.id in _CLOCKS
    return isinstance(function, ast.Attribute) and function.attr in _CLOCKS | _DATES
