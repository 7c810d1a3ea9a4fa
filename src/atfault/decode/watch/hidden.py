"""Whether a loop rests on what none of its variables shows.

    while len(hits) < 3:               hits = [], as before, and so is all the rest
        if self.dice.turn() == 11:     dice = Dice(rng=<random.Random object>, row=2)
            hits.append(self.row)
    def turn(self):
        if self.rng.random() < 0.1:    asks what shows nothing of what it holds: it may yet end

What functions it calls is told by their names, so that there are rather too many of them.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from atfault.decode.watch import loops

_SHOWS_NOTHING = re.compile(r"(?:(\w+)(?:=|['\"]: ))?<([\w.]+)[^<>]* at 0x")
"""In the text of a variable."""
_HOLDS_NOTHING = re.compile(r"function|built|bound|method|class|module|re\.(Match|Pattern)$")
"""Types whose objects stay what they are."""
_GO_ROUND = ("itertools.cycle", "itertools.repeat")
"""Iterators that give what they gave before: the variable of a `for` shows it."""
_DATABASES = ("sqlite3.Connection", "sqlite3.Cursor")
_SELECTS = re.compile(r"\s*SELECT\b", re.IGNORECASE)
_UNSTEADY = re.compile(r"\b(random|date|time|julianday|unixepoch|current_)", re.IGNORECASE)
"""Functions of SQLite's that answer something else each time."""
_DEFINES = ast.FunctionDef | ast.AsyncFunctionDef


def unseen(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Of a variable, and of what it holds: names and types of objects that show nothing."""
    for found in _SHOWS_NOTHING.finditer(text):
        if not _HOLDS_NOTHING.match(found.group(2)):
            yield found.group(1) or name, found.group(2)


def rests_on_unseen(
    node: ast.AST,
    trees: Sequence[ast.AST],
    unseen: Iterable[tuple[str, str]],
    *,
    has_own_data: bool = False,
) -> bool:
    """Whether a loop, or what it calls, goes by chance or by the time, or uses what an object
    answers that shows nothing. trees: of the source files where its functions may be.
    has_own_data: whether databases of SQLite are in memory, where no other program writes to
    them: what its turns only select from one is the same each time."""
    nodes = [inner for tree in trees for inner in ast.walk(tree)]
    # An object of such a class has no attribute, or it would be shown.
    plain = {one.name for one in nodes if isinstance(one, ast.ClassDef) and not one.bases}
    kept = [one for one in unseen if one[1].rpartition(".")[2] not in plain]
    hidden = frozenset(name for name, _ in kept)
    drawn = frozenset(name for name, kind in kept if kind not in _GO_ROUND)
    run = list(reached(node, nodes))
    if has_own_data:
        data = {name for name, kind in unseen if kind in _DATABASES} & hidden
        hidden -= {name for name in data if _is_only_selected_from(name, run)}
    return any(_asks(one, hidden, hidden & drawn) for one in run)


def _is_only_selected_from(name: str, run: Iterable[ast.AST]) -> bool:
    """Whether all that is done with a connection is to select rows by a text that is known."""
    calls = [one for part in run for one in ast.walk(part) if isinstance(one, ast.Call)]
    own = (
        one
        for one in calls
        if isinstance(one.func, ast.Attribute) and loops.last_name(one.func.value) == name
    )
    return all(map(_selects, own)) and not any(
        name in map(loops.last_name, one.args) for one in calls
    )


def _selects(call: ast.Call) -> bool:
    statement = call.args[0] if call.args else None
    text = statement.value if isinstance(statement, ast.Constant) else None
    return isinstance(text, str) and bool(_SELECTS.match(text)) and not _UNSTEADY.search(text)


def reached(node: ast.AST, nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The loop, and all functions that are called as something in it is, or in these."""
    known: dict[str, list[ast.AST]] = {}
    for one in nodes:
        if isinstance(one, _DEFINES):
            known.setdefault(one.name, []).append(one)
    todo = [node]
    while todo:
        found = todo.pop()
        yield found
        for one in ast.walk(found):
            todo += known.pop(loops.last_name(one), [])


def _asks(node: ast.AST, hidden: frozenset[str], drawn: frozenset[str]) -> bool:
    """drawn: of what is hidden, what may give a `for` what it never gave before."""
    told = {one.value for one in ast.walk(node) if isinstance(one, ast.Expr)}
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and one not in told:
            given = [one.func.value] if isinstance(one.func, ast.Attribute) else []
            if loops.is_unsteady(one) or any(
                loops.last_name(it) in hidden for it in (*given, *one.args)
            ):
                return True
        elif isinstance(one, ast.For | ast.comprehension) and loops.last_name(one.iter) in drawn:
            return True
    return False
