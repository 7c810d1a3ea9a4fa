"""What one turn of a loop does, by its source: its exits, what it assigns and what it calls.

    while not done:                       exit: `not done` is false
        try:
            item = inbox.get(timeout=1)   a wait
        except Empty:
            tries += 1                    a turn in which the wait brings nothing
            continue
        handle(item)                      not in such a turn
        if tries == limit:
            break                         exit: `tries == limit` is true

Nothing is decided here: `loop_watch` reads the values that the tests look at.
"""

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Module
LoopNode = ast.While | ast.For | ast.AsyncFor
Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp
Guard = tuple[ast.expr, bool]
"""A test on the way to an exit, and the truth that it takes to get there. Where several must come
true, each is one: in `if limit is not None and tries > limit: break` there are two."""

CLOCKS = frozenset(
    "time monotonic perf_counter process_time thread_time time_ns monotonic_ns perf_counter_ns "
    "process_time_ns now utcnow today".split()
)
"""They change nothing, and answer something else each time."""
_CHANCE = frozenset(
    "random randint randrange uniform choice choices shuffle sample getrandbits randbytes gauss "
    "normal integers rand randn urandom token_bytes token_hex randbelow betavariate gammavariate "
    "binomialvariate expovariate normalvariate lognormvariate paretovariate triangular permutation "
    "vonmisesvariate weibullvariate standard_normal poisson binomial exponential permuted".split()
)
"""They go by chance, which no variable shows."""
BUILTINS = frozenset(
    "len abs min max int float str bool round isinstance ord chr hash id sum divmod pow any all "
    "sorted range enumerate zip list tuple set dict reversed".split()
)
"""Functions of Python's that change nothing. Methods of such a name may: `event.set()`."""
_OF_ARRAYS = frozenset("abs min max round sum any all".split())
"""Those of them that modules and objects for arrays have as well: `np.sum(x)`, `x.all()`."""
_TAKES_OUT = ("difference_update", "remove", "discard")
_TAKES_ALL = frozenset(
    "sum list tuple set frozenset dict sorted max min join extend update deque Counter".split()
)
"""They take all that an iterator has."""
_STOPS = frozenset("any all next zip takewhile islice".split())
"""They may do with less."""
_TAKES = ("next", "pop", "read", "recv", "get_nowait", "fetch")
_MAX_DEPTH = 100
_INNER = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_LEAVES = ast.Return | ast.Raise | ast.Break
_GIVES_WAY = ast.Yield | ast.YieldFrom | ast.Await | ast.AsyncFor | ast.AsyncWith
_ACTS = ast.With | ast.Import | ast.ImportFrom | ast.Delete


class Turn(NamedTuple):
    """One turn of a loop, or one call of a function."""

    exits: tuple[tuple[Guard, ...], ...]
    """For each, the tests on the way to it, each of which keeps it shut by itself."""
    is_whole: bool
    """Whether there are no other exits."""
    calls: tuple[ast.Call, ...]
    """In statements, but on its way out. A `raise` need not be one."""
    asks: tuple[ast.Call, ...]
    """In tests."""
    assigns: frozenset[str]
    """Variables, attributes and items, as text."""
    acts: bool
    """Whether it does something else that may have an effect: with, import, del."""
    passing: frozenset[str]
    """Of `assigns`, what is not the result of the wait."""
    asked: frozenset[str] = frozenset()
    """Of these, what each turn gets as the answer to the same question: `state = job.status()`."""
    retries: bool = False
    """Whether it waits after what it has asked has raised."""
    yields: bool = False
    """Whether it hands something on, as the loop of a generator."""

    @property
    def ends(self) -> bool:
        """Whether an exit opens of itself."""
        counts = self.passing - self.asked
        return any(_may_open(guards, counts) for guards in self.exits)

    def opens(self, guards: tuple[Guard, ...]) -> bool:
        """Whether an exit with these tests opens of itself: at a time, or by a counter."""
        return _may_open(guards, self.passing)

    @property
    def inquires(self) -> bool:
        """Whether an exit opens by the answer to what each turn asks anew; not where the loop calls
        what it was given, as that of a retry does."""
        if any(isinstance(one, ast.Starred) for call in self.calls for one in call.args):
            return False
        nodes = [node for exit in self.exits for test, _ in exit for node in ast.walk(test)]
        left = set(filter(None, (_shrunk(one, self.asked) for one in self.calls)))
        return any(
            _text(one) in self.asked | left
            or (isinstance(one, ast.Call) and _is_question(one))
            or (isinstance(one, ast.Attribute) and _text(one) not in self.assigns)
            for one in nodes
        )

    def does(self, shared: Collection[str]) -> tuple[str, ...]:
        """Calls, what it assigns for others to see, and "yield". shared: variables that others
        see."""
        called = [ast.unparse(one.func) for one in self.calls if not is_harmless(one)]
        seen = [one for one in sorted(self.passing) if not one.isidentifier() or one in shared]
        return tuple(dict.fromkeys([*called, *seen, *["yield"][: self.yields]]))


def _shrunk(call: ast.Call, asked: frozenset[str]) -> str:
    """That from which those are taken that have answered: `left.difference_update(answers)`; "" for
    other calls."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _TAKES_OUT:
        return ""
    given = (_text(node) for one in call.args for node in ast.walk(one))
    return "" if asked.isdisjoint(given) else _text(call.func.value)


def _may_open(guards: tuple[Guard, ...], counts: Collection[str]) -> bool:
    nodes = [node for test, _ in guards for node in ast.walk(test)]
    return not guards or any(is_clock(one) or _text(one) in counts for one in nodes)


def parse(source: bytes) -> ast.Module | None:
    """The tree of a source file; None where this Python does not understand it, or it is nested so
    deeply that walks would not come to an end."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    level: list[ast.AST] = [tree]
    for _ in range(_MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return None if level else tree


def find_function(tree: ast.Module, name: str, first_line: int) -> Scope | None:
    """The function whose code object begins at `first_line`, which is that of its decorators."""
    if name == "<module>":
        return tree
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first == first_line:
                return node
    return None


def find_lambda(tree: ast.Module, first_line: int) -> ast.Lambda | None:
    """The lambda that begins at that line, where there is one alone."""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and n.lineno == first_line]
    return found[0] if len(found) == 1 else None


def find_generator(tree: ast.Module, first_line: int) -> ast.FunctionDef | None:
    """The generator expression that begins at that line, where there is one alone, as the function
    that it runs as: `for … in …: if …: yield …`; None for one that awaits."""
    found = [
        n for n in ast.walk(tree) if isinstance(n, ast.GeneratorExp) and n.lineno == first_line
    ]
    if len(found) != 1 or any(one.is_async for one in found[0].generators):
        return None
    body: ast.stmt = ast.Expr(ast.Yield(found[0].elt))
    for one in reversed(found[0].generators):
        for test in reversed(one.ifs):
            body = ast.If(test, [body], [])
        body = ast.For(one.target, one.iter, [body], [])
    none = ast.arguments([], [], None, [], [], None, [])
    function = ast.FunctionDef("<genexpr>", none, [body], [])
    for made in (function, *_own_nodes(function)):
        if not hasattr(made, "lineno"):
            ast.copy_location(made, found[0])
    return function


def is_plain_function(function: Function | ast.Lambda) -> bool:
    """Whether a call runs its body, and does no more: no generator, no coroutine, with parameters
    that each have a name."""
    given = function.args
    if (
        given.vararg
        or given.kwarg
        or given.kwonlyargs
        or isinstance(function, ast.AsyncFunctionDef)
    ):
        return False
    return not any(isinstance(one, _GIVES_WAY) for one in _own_nodes(function))


def find_loop(function: Scope, lines: set[int]) -> LoopNode | None:
    """The innermost loop around all `lines`; None when there is none."""
    around = [
        node
        for node in _own_nodes(function)
        if isinstance(node, LoopNode) and lines and all(covers(node, one) for one in lines)
    ]
    return max(around, key=lambda one: one.lineno, default=None)


def taker_at(
    function: Scope, line: int, generator: str, named: Collection[str]
) -> ast.For | Comprehension | ast.Call | None:
    """What takes one after the other what a generator yields, at the line where it is asked for
    the next; None where that is not known. generator: the name of its function. named: variables
    that have the generator."""
    found: list[ast.For | Comprehension | ast.Call] = []
    for node in _own_nodes(function):
        if isinstance(node, ast.For) and covers(node, line) and not covers_block(node.body, line):
            found += [node] if _makes(node.iter, generator, named) else []
        elif isinstance(node, ast.Call) and name_of(node) in _TAKES_ALL and covers(node, line):
            found += [node] if any(_makes(one, generator, named) for one in node.args) else []
        elif isinstance(node, Comprehension) and covers(node, line):
            found += [node] if _makes(node.generators[0].iter, generator, named) else []
    return found[0] if len(found) == 1 else None


def takes_all(function: Scope, line: int) -> bool:
    """Whether what runs at a line is a call that takes all that an iterator has, and nothing in it
    stops before."""
    calls = [one for one in _own_nodes(function) if isinstance(one, ast.Call) and covers(one, line)]
    names = {name_of(one) for one in calls}
    return not names.isdisjoint(_TAKES_ALL) and names.isdisjoint(_STOPS)


def hands_on(node: ast.AST) -> bool:
    """Whether what is in it yields, as the loop of a generator does."""
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in _own_nodes(node))


def _makes(node: ast.expr, generator: str, named: Collection[str]) -> bool:
    """Whether a generator of that function comes of an expression that runs nothing of it."""
    if isinstance(node, ast.Name) and node.id in named:
        return True
    if isinstance(node, ast.GeneratorExp):
        return generator == "<genexpr>"
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    if calls:
        return calls == [node] and name_of(calls[0]) == generator
    return generator == "__iter__" and isinstance(node, ast.Name | ast.Attribute)


def covers(node: ast.stmt | ast.expr, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def covers_block(body: Sequence[ast.stmt], line: int) -> bool:
    """Whether a line is one of a block."""
    return bool(body) and body[0].lineno <= line <= (body[-1].end_lineno or body[-1].lineno)


def lines_of(node: LoopNode) -> range:
    """First to last, both included."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


class Reads(NamedTuple):
    """What a function that only looks reads."""

    expressions: tuple[ast.expr, ...]
    is_answer: bool
    """Whether the one expression is what it returns."""
    assigned: frozenset[str]
    """Variables of its own."""


def reads_of(function: Function) -> Reads | None:
    """What a function reads that does nothing but compute an answer: it assigns variables of its
    own, takes ways by tests, holds a lock meanwhile, and returns; None for any other."""
    if any(not _is_getter(one) for one in function.decorator_list):
        return None
    expressions: list[ast.expr] = []
    assigned: set[str] = set()
    todo: list[ast.stmt] = list(function.body)
    while todo:
        one = todo.pop(0)
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
            continue
        if isinstance(one, ast.Return):
            expressions += [one.value] if one.value is not None else []
        elif isinstance(one, ast.If):
            expressions.append(one.test)
            todo = [*one.body, *one.orelse, *todo]
        elif isinstance(one, ast.With) and all(item.optional_vars is None for item in one.items):
            if any(isinstance(item.context_expr, ast.Call) for item in one.items):
                return None
            todo = [*one.body, *todo]
        elif isinstance(one, ast.Assign) and all(isinstance(t, ast.Name) for t in one.targets):
            expressions.append(one.value)
            assigned |= set(_assigned(one))
        elif not isinstance(one, ast.Pass):
            return None
    is_answer = len(expressions) == 1 and not assigned
    return Reads(tuple(expressions), is_answer, frozenset(assigned)) if expressions else None


def _is_getter(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id == "property"


def shared_names(function: Scope) -> set[str]:
    """Variables that functions inside of this one may assign, or that are global."""
    if isinstance(function, ast.Module):
        return {one.id for one in ast.walk(function) if isinstance(one, ast.Name)}
    scopes = [one for one in ast.walk(function) if isinstance(one, ast.Global | ast.Nonlocal)]
    return {name for one in scopes for name in one.names}


def has_way_out(node: LoopNode) -> bool:
    """Whether a loop may end at all."""
    if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant)):
        return True
    return any(isinstance(one, _LEAVES) for one in _own_nodes(node))


def ways_out(node: LoopNode) -> list[ast.AST]:
    """What runs on the way out of a loop alone, and what it goes through."""
    found: list[ast.AST] = [] if isinstance(node, ast.While) else [node.iter]
    for one in _own_nodes(node):
        blocks = [one.body, one.orelse] if isinstance(one, ast.If) else []
        blocks += [one.body] if isinstance(one, ast.ExceptHandler) else []
        found += [it for body in blocks if body and isinstance(body[-1], _LEAVES) for it in body]
        found += [one] if isinstance(one, ast.Return | ast.Raise) else []
    return found


def is_clock(node: ast.AST) -> bool:
    """Whether it asks for the time."""
    return isinstance(node, ast.Call) and name_of(node) in CLOCKS


def is_unsteady(call: ast.Call) -> bool:
    """Whether it goes by chance or by the time, by its name: no variable shows what it answers."""
    return name_of(call) in _CHANCE | CLOCKS


def is_harmless(call: ast.Call) -> bool:
    """Whether it changes nothing, by its name."""
    names = BUILTINS if isinstance(call.func, ast.Name) else _OF_ARRAYS
    return name_of(call) in names | CLOCKS | {"sleep"}


def name_of(call: ast.Call) -> str:
    """Of the function that is called: "monotonic" of `time.monotonic()`."""
    return last_name(call.func)


def last_name(node: ast.AST) -> str:
    """Of a variable, or an attribute: "size" of `self.pages.size`; "" of other nodes."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def turn_of(
    node: LoopNode | Scope, waits: Collection[int] = (), unset: Collection[str] = ()
) -> Turn:
    """What a turn of a loop, or a call of a function, does.

    waits: lines of a wait that brings nothing in that turn: what it returns is false, or it raises
    what the next handler takes. unset: variables that are None, as that of a callback which nobody
    gave.
    """
    # What is only counted up or down was not, as long as it is None: `timeout -= 1`.
    counted = {one.target for one in _own_nodes(node) if isinstance(one, ast.AugAssign)}
    stored = {one for one in _own_nodes(node) if _is_stored(one)}
    walk = _Walk(waits, frozenset(unset).difference(map(_text, stored - counted)))
    if isinstance(node, ast.While) and walk.truth(node.test) is None:
        walk.look(node.test)
        if isinstance(node.test, ast.Constant):
            walk.is_whole = bool(node.test.value)
        else:
            walk.exits.append(tuple(_parts(node.test, False)))
    elif isinstance(node, ast.For | ast.AsyncFor):
        walk.note(node.target)
        walk.leave(())
    walk.run(node.body, ())
    gives_way = any(isinstance(one, _GIVES_WAY) and not _sleeps(one) for one in _own_nodes(node))
    return Turn(
        tuple(walk.exits),
        walk.is_whole and not gives_way,
        tuple(walk.calls),
        tuple(walk.asks),
        frozenset(walk.assigns),
        walk.acts,
        frozenset(walk.assigns - walk.nothing),
        _asked(walk.answers, walk.assigns),
        walk.retries,
        hands_on(node),
    )


def _asked(answers: dict[str, set[str]], assigns: set[str]) -> frozenset[str]:
    """What is given the answer to a question that is made of nothing which changes, or of such
    answers. answers: variables that a call's result is given to, and what that call is given."""
    found: set[str] = set()
    while True:
        more = {name for name, used in answers.items() if not used & (assigns - found)}
        if more <= found:
            return frozenset(found)
        found |= more


class _Walk:
    """Along the statements that a turn may run."""

    def __init__(self, waits: Collection[int], unset: frozenset[str]) -> None:
        self._lines = waits
        self._unset = unset
        self.exits: list[tuple[Guard, ...]] = []
        self.calls: list[ast.Call] = []
        self.asks: list[ast.Call] = []
        self.assigns: set[str] = set()
        self.answers: dict[str, set[str]] = {}
        """Variables that a call's result is given to, and what that call is given."""
        self.nothing: set[str] = set()
        """Variables that have what the wait returned."""
        self.is_whole = True
        self.acts = self.retries = False
        self._is_aside = False
        """Whether what follows is of other turns than that of the wait: it went on to the next."""

    def run(self, body: list[ast.stmt], guards: tuple[Guard, ...], is_inner: bool = False) -> bool:
        """guards: tests on the way. is_inner: in a loop inside of that one. Whether its end is
        reached."""
        return all(self._step(one, guards, is_inner) for one in body)

    def _way(
        self, body: list[ast.stmt], guards: tuple[Guard, ...], is_inner: bool, is_other: bool
    ) -> bool:
        """As `run`. What is done on the way out is none of what each turn does, and neither is what
        is done on another way (is_other) than that to the wait."""
        calls, assigns, acts = len(self.calls), set(self.assigns), self.acts
        is_reached = self.run(body, guards, is_inner)
        leaves = body and isinstance(body[-1], ast.Return if is_inner else ast.Return | ast.Break)
        if leaves or is_other:
            del self.calls[calls:]
            self.assigns, self.acts = assigns, acts
        return is_reached

    def leave(self, guards: tuple[Guard, ...]) -> None:
        self.is_whole &= bool(guards)
        self.exits.append(guards)

    def _step(self, one: ast.stmt, guards: tuple[Guard, ...], is_inner: bool) -> bool:
        if isinstance(one, _LEAVES | ast.Continue):
            if not is_inner and not isinstance(one, ast.Continue):
                self.leave(guards)
            self.is_whole &= not is_inner or isinstance(one, ast.Break | ast.Continue)
            return False
        if isinstance(one, ast.If):
            self.look(one.test)
            known, ways = self.truth(one.test), ((one.body, True), (one.orelse, False))
            to_wait = [any(map(self._waits, way)) for way, _ in ways]
            ended = [
                self._way(way, (*guards, *_parts(one.test, on)), is_inner, True in others)
                for (way, on), others in zip(ways, (to_wait[1:], to_wait[:1]))
                if known in (None, on)
            ]
            if True in to_wait and not ended[to_wait.index(True) if len(ended) == 2 else 0]:
                self._is_aside = True
            return True in ended
        if isinstance(one, ast.While | ast.For):
            self.look(one.test if isinstance(one, ast.While) else one.iter)
            self.assigns |= set() if self._is_aside else set(_assigned(one))
            self.run([*one.body, *one.orelse], guards, True)
            return True
        if isinstance(one, ast.Try):
            return self._try(one, guards, is_inner)
        if isinstance(one, ast.With):
            self.acts |= not self._is_aside
            for item in one.items:
                self.note(item)
            return self.run(one.body, guards, is_inner)
        if isinstance(one, ast.Assert):
            self.exits.append((*guards, *_parts(one.test, False)))
        elif any(isinstance(inner, _LEAVES) for inner in _own_nodes(one)):  # match
            self.is_whole = False
        self.nothing |= set(_assigned(one)) if self._waits(one) else set()
        self.note(one)
        return True

    def _try(self, one: ast.Try, guards: tuple[Guard, ...], is_inner: bool) -> bool:
        self.is_whole &= not any(isinstance(inner, _LEAVES) for inner in _own_nodes(one))
        at = next((n for n, inner in enumerate(one.body) if self._waits(inner)), None)
        taking = [handler for handler in one.handlers if _takes_timeouts(handler)]
        raises = at is not None and bool(taking)
        body = one.body[:at] if raises else [*one.body, *one.orelse]
        asked = None
        if any(map(self._waits, [inner for handler in one.handlers for inner in handler.body])):
            # It waits since what it asks has raised: the ways out of the body are by the answer.
            asked = next((node for each in body for node in _calls(each)), None)
            self.retries = True
        inside = (*guards, (asked, True)) if asked is not None else guards
        ended = self.run(body, inside, is_inner) and not raises
        for handler in taking if raises else () if self._lines else one.handlers:
            ended |= self.run(handler.body, guards, is_inner)
        return self.run(one.finalbody, guards, is_inner) and ended

    def truth(self, test: ast.expr) -> bool | None:
        """Of a test, where the wait that brought nothing decides it, or a variable that is None."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            known = self.truth(test.operand)
            return None if known is None else not known
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return False if any(self.truth(one) is False for one in test.values) else None
        left = test.left if isinstance(test, ast.Compare) else None
        if isinstance(test, ast.Compare) and isinstance(left, ast.Name) and left.id in self._unset:
            is_same, what = isinstance(test.ops[0], ast.Is), test.comparators[0]
            is_told = is_same or isinstance(test.ops[0], ast.IsNot)
            is_none = isinstance(what, ast.Constant) and what.value is None
            return is_same if is_told and is_none and len(test.ops) == 1 else None
        is_nothing = isinstance(test, ast.Name) and test.id in self.nothing | self._unset
        return False if is_nothing or (isinstance(test, ast.Call) and self._waits(test)) else None

    def look(self, test: ast.expr) -> None:
        """Tests only look."""
        self.asks += [one for one in ast.walk(test) if isinstance(one, ast.Call)]

    def note(self, node: ast.AST) -> None:
        """What a statement does."""
        if self._is_aside:
            return
        nodes = [node, *_own_nodes(node)]
        self.calls += [one for one in nodes if isinstance(one, ast.Call) and not self._waits(one)]
        self.assigns |= set(_assigned(node))
        target, value = _given(node)
        if target is not None and value is not None and _is_question(value):
            used = {_text(one) for one in ast.walk(value)}.difference(_assigned(value))
            self.answers.setdefault(_text(target), set()).update(used)
        else:
            self.answers.update({name: {name} for name in _assigned(node)})
        self.acts |= any(isinstance(one, _ACTS) for one in nodes)

    def _waits(self, node: ast.stmt | ast.expr) -> bool:
        return any(covers(node, line) for line in self._lines)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """Those in a statement, but for functions inside of it."""
    yield from (one for one in _own_nodes(node) if isinstance(one, ast.Call))


def _given(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    """What is given a value, and which: `state = job.status()`, `with open(path) as file`."""
    if isinstance(node, ast.withitem):
        return node.optional_vars, node.context_expr
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return node.targets[0], node.value
    return None, None


def _sleeps(node: ast.AST) -> bool:
    """Whether it awaits the end of a time, and nothing else: `await asyncio.sleep(1)`."""
    call = node.value if isinstance(node, ast.Await) else None
    return isinstance(call, ast.Call) and name_of(call) in ("sleep", "checkpoint")


def _is_stored(node: ast.AST) -> bool:
    return bool(_text(node)) and not isinstance(node.ctx, ast.Load)  # type: ignore[attr-defined]


def _is_question(node: ast.expr) -> bool:
    """Whether it is a call that may answer the same for ever: not one for the time, nor one that
    takes the next of something."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    takes = any(name_of(one).startswith(_TAKES) or is_clock(one) for one in calls)
    return isinstance(node, ast.Call) and not takes


def _takes_timeouts(handler: ast.ExceptHandler) -> bool:
    """Whether it is for the exception that a wait raises when its time is over."""
    words = "Exception" if handler.type is None else ast.unparse(handler.type)
    return any(one in words for one in ("Empty", "Full", "imeout", "TimedOut", "Exception"))


def _parts(test: ast.expr, wanted: bool) -> Iterator[Guard]:
    """The parts of a test of which each alone keeps it from being what is wanted."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _parts(test.operand, not wanted)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is wanted:
        for part in test.values:
            yield from _parts(part, wanted)
    else:
        yield test, wanted


def _text(node: ast.AST) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else ""


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All below `node`, without what belongs to functions and classes inside of it."""
    todo = list(ast.iter_child_nodes(node))
    while todo:
        one = todo.pop()
        yield one
        if not isinstance(one, _INNER):
            todo += ast.iter_child_nodes(one)


def _assigned(node: ast.AST) -> Iterator[str]:
    for one in (node, *_own_nodes(node)):
        if _is_stored(one):
            yield _text(one)
        elif isinstance(one, _INNER | ast.ExceptHandler) and not isinstance(one, ast.Lambda):
            yield one.name or ""
