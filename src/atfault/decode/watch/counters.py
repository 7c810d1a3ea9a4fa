"""What a loop counts and never looks at: however far that goes up, it is no progress.

    self.refused += 1                       counted
    self.size += 1                          not: `if self.size > most` reads it
    log.info("refused: %d", self.refused)   tells it, and does no more
    send(f"page {self.calls}")              reads it: what is sent differs

Names stand for all variables and attributes that are called so, so that there are rather too few.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from atfault.decode.watch import loops
from atfault.decode.watch.hidden import reached
from atfault.model.waits import tells

_SHOWN = re.compile(r"\b(\w+)=")
"""In the text of an object: an attribute."""
_REFLECTS = ("getattr", "vars", "eval", "exec", "locals", "attrgetter", "methodcaller")
"""By which an attribute is looked at without its name in the source."""
_COLLECTS = ("append", "extend", "add", "insert", "appendleft")
_STORES = ast.Name | ast.Attribute
_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_SIMPLE = ast.Constant | ast.Name | ast.Attribute


def without(text: str, counters: Iterable[str]) -> str:
    """The text of a variable without the numbers of such attributes, or what stands for one that
    was given back while it was read."""
    names = "|".join(map(re.escape, sorted(counters)))
    return re.sub(rf"\b({names})=(-?[\d.]+|<[^<>]*>)", r"\1=", text) if names else text


def shown(text: str) -> Iterator[str]:
    """Names of the attributes that the text of a variable shows."""
    yield from _SHOWN.findall(text)


def counters(
    loop: ast.AST,
    trees: Sequence[ast.AST],
    seen: Iterable[str],
    *,
    aside: Iterable[ast.AST] = (),
    collects: bool = False,
    inherited: Sequence[ast.AST | None] = (),
) -> frozenset[str]:
    """The names of what a loop, and what it calls, counts and looks at nowhere else; none where
    that cannot be told. trees: of the source files where its functions may be. seen: names of the
    variables and attributes whose values were read: all else that is assigned has to be one of
    these, or it may be that which gets on. aside: parts of the loop that count for nothing.
    collects: whether what is only appended to is one as well. inherited: the files of packages that
    were seen to run, None for one whose source is not known: what a class that is not known may
    look at in one of its own that inherits from it, if these name it; all where there are none."""
    nodes = [one for tree in trees for one in ast.walk(tree)]
    run = list(reached(loop, nodes))
    code = list(dict.fromkeys([*run, *_handed(nodes)]))
    inner = [one for part in code for one in ast.walk(part)]
    if any(isinstance(one, ast.Call) and loops.name_of(one) in _REFLECTS for one in inner):
        return frozenset()
    counted: set[str] = set()
    passed = {inner for one in aside for inner in ast.walk(one)}
    """What looks at none of them."""
    for one in inner:
        name = _counted(one) or (_collected(one) if collects else "")
        if name:
            counted.add(name)
            passed |= _beside(one)
        elif isinstance(one, ast.Call) and tells(ast.unparse(one.func)):
            passed |= set(ast.walk(one))
        elif isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant | ast.List):
            passed |= set(one.targets)  # as it begins
    # A variable of that name is another one than the attribute of an object.
    variables = counted - _of_self(inner) if inherited else counted
    used = ((it, one) for it in inner if it not in passed for one in _named(it))
    found = counted - {one for it, one in used if one in variables or not isinstance(it, ast.Name)}
    asked = found
    if inherited and None not in inherited:
        parts = (one for tree in inherited if tree is not None for one in ast.walk(tree))
        asked = found & {name for one in parts for name in _named(one)}
    found -= _given_away(nodes, found, asked, passed)
    return frozenset(found) if _stored(run, passed) <= found | set(seen) else frozenset()


def _stored(run: Iterable[ast.AST], passed: set[ast.AST]) -> set[str]:
    """The names of the attributes that code assigns."""
    return {
        loops.last_name(one)
        for part in run
        for one in ast.walk(part)
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) and one not in passed
    }


def own_counters(
    loop: ast.AST,
    function: ast.AST,
    trees: Sequence[ast.AST],
    seen: Iterable[str],
    aside: Iterable[ast.AST],
) -> frozenset[str]:
    """The variables of the function around a loop that this counts, and that nothing else in it
    looks at. Others have none of these, whatever they call theirs, and what looks at them behind
    the loop does so once that has ended. trees, seen, aside: as `counters`."""
    inner = list(ast.walk(loop))
    around = [one for one in ast.walk(function) if isinstance(one, _SCOPES) and one is not function]
    if any(isinstance(one, ast.Call) and loops.name_of(one) in _REFLECTS for one in inner):
        return frozenset()
    counted: set[str] = set()
    passed = {it for one in aside for it in ast.walk(one)}
    for one in inner:
        target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
        name = _counted(one) if isinstance(target, ast.Name) else ""
        if name:
            counted.add(name)
            passed |= _beside(one)
        elif isinstance(one, ast.Call) and tells(ast.unparse(one.func)):
            passed |= set(ast.walk(one))
    looking = [one for one in inner if one not in passed]
    others = [it for one in around for it in ast.walk(one)]
    found = counted - {it.id for it in (*looking, *others) if isinstance(it, ast.Name)}
    run = reached(loop, [one for tree in trees for one in ast.walk(tree)])
    return frozenset(found) if _stored(run, passed) <= set(seen) else frozenset()


def _counted(node: ast.AST) -> str:
    """The name of what a statement counts up or down: `x += n`, `x = x + n`; "" for others."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        return loops.last_name(node.target) if isinstance(node.value, _SIMPLE) else ""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
        (target, *others), value = node.targets, node.value
        is_same = not others and ast.unparse(target) == ast.unparse(value.left)
        if is_same and isinstance(value.op, ast.Add | ast.Sub) and isinstance(value.right, _SIMPLE):
            return loops.last_name(target)
    return ""


def _of_self(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of attributes of a method's own object that are counted."""
    counted = [one for one in nodes if _counted(one)]
    targets = [one.targets[0] if isinstance(one, ast.Assign) else one.target for one in counted]  # type: ignore[attr-defined]
    own = {
        one.attr
        for one in targets
        if isinstance(one, ast.Attribute) and loops.last_name(one.value) == "self"
    }
    return own - {one.id for one in targets if isinstance(one, ast.Name)}


def _collected(node: ast.AST) -> str:
    """The name of what a statement appends to; "" for others."""
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        return loops.last_name(call.func.value) if call.func.attr in _COLLECTS else ""
    return ""


def _beside(node: ast.AST) -> set[ast.AST]:
    """Of a statement that counts or collects: what of it looks at nothing."""
    if isinstance(node, ast.AugAssign):
        return {node.target}
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        func = node.value.func
        return {func.value} if isinstance(func, ast.Attribute) else set()
    return set(ast.walk(node))


def _handed(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Functions that are called by no name of theirs: lambdas, those that Python calls, and those
    that are handed on."""
    called = {one.func for one in nodes if isinstance(one, ast.Call)}
    handed = {
        loops.last_name(one) for one in nodes if isinstance(one, _STORES) and one not in called
    }
    for one in nodes:
        if isinstance(one, ast.Lambda):
            yield one
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            is_special = one.name.startswith("__") and one.name not in ("__repr__", "__str__")
            if is_special or one.name in handed or one.decorator_list:
                yield one


def _given_away(
    nodes: Sequence[ast.AST], names: set[str], asked: set[str], aside: set[ast.AST]
) -> set[str]:
    """Of the names those of objects that others may look into: that are handed on as a whole, or
    whose class inherits from one that is not known, of which those count that it may ask for."""
    classes = [one for one in nodes if isinstance(one, ast.ClassDef)]
    known = {one.name for one in classes} | {"object"}
    found: set[str] = set()
    for one in classes:
        inner = list(ast.walk(one))
        own = names & {loops.last_name(it) for it in inner if isinstance(it, ast.Attribute)}
        owners = {it.value for it in inner if isinstance(it, ast.Attribute)}
        handed = any(
            isinstance(it, ast.Name) and it.id == "self" and it not in owners and it not in aside
            for it in inner
        )
        if handed:
            found |= own
        elif any(loops.last_name(base) not in known for base in one.bases):
            found |= own & asked
    return found


def _named(node: ast.AST) -> Iterator[str]:
    """The names that a node uses, whether it is one, or a text that may be one."""
    if isinstance(node, _STORES):
        yield loops.last_name(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
