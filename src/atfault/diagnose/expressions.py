"""Source expressions, looked up in the variables of the frame in which they failed.

Nothing is executed: names, attributes, constant subscripts and integer arithmetic are followed
through values that were handed over. What cannot be followed is None.
"""

import ast
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.exception import RaisedFrame
from atfault.model.values import Value

MAX_SOURCE = 4000
MAX_NODES = 400
_SAME_VALUES = (
    *("unsqueeze", "squeeze", "view", "reshape", "flatten", "ravel", "long", "int", "to", "astype"),
    *("contiguous", "detach", "clone", "copy", "cpu", "t", "transpose", "numpy"),
)
_MAX_NUMBER = 1 << 80
_OF_MODULE = ("._parameters", "._buffers", "._modules")
"""Where a torch.nn.Module keeps what its __getattr__ gives as attributes."""


class Index(NamedTuple):
    """One subscript of an array."""

    base: str
    """The source text of what is indexed."""
    array: ArrayFacts
    parts: tuple[ast.expr, ...]
    """The index: one for each of those that commas separate."""


class Scope:
    """The variables of one frame."""

    def __init__(self, frame: RaisedFrame) -> None:
        self._values: dict[str, Value] = {}
        for variable in () if isinstance(frame.locals, Absent) else frame.locals:
            if not isinstance(variable.value, Absent):
                if variable.kind == "global":
                    self._values.setdefault(variable.name, variable.value)
                else:
                    self._values[variable.name] = variable.value

    def value(self, node: ast.expr) -> Value | None:
        """What a name, an attribute or an item with a constant key stands for."""
        if isinstance(node, ast.Name):
            return self._values.get(node.id)
        if isinstance(node, ast.Attribute):
            return _attribute(self.value(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            key: int | str | None = self.number(node.slice)
            if key is None and isinstance(node.slice, ast.Constant):
                key = node.slice.value if isinstance(node.slice.value, str) else None
            return None if key is None else _child(self.value(node.value), f"[{key!r}]")
        return None

    def array(self, node: ast.expr) -> ArrayFacts | None:
        """The array that an expression stands for; of `a[3]` what is left of the shape of `a`."""
        value = self.value(node)
        if value is not None:
            return value.array
        if isinstance(node, ast.Subscript):
            outer = self.array(node.value)
            if outer is not None and outer.shape and self.number(node.slice) is not None:
                return ArrayFacts(outer.shape[1:], outer.dtype, outer.itemsize, outer.device)
        return None

    def number(self, node: ast.expr) -> int | None:
        """The integer that an expression gives."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            operand = self.number(node.operand)
            return None if operand is None else -operand
        if isinstance(node, ast.BinOp):
            return _arithmetic(node.op, self.number(node.left), self.number(node.right))
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            value = self.value(node)
            known = None if value is None or value.type == "bool" else value.number
            return known if isinstance(known, int) else None
        return None

    def arrays(self) -> Iterator[tuple[str, ArrayFacts]]:
        """All arrays among the variables and their parts, by the expression for them."""
        for name, value in self._values.items():
            yield from _arrays(name, value)


def _arrays(name: str, value: Value) -> Iterator[tuple[str, ArrayFacts]]:
    if value.array is not None:
        yield name, value.array
    for accessor, child in value.children:
        if accessor in _OF_MODULE:
            for key, part in child.children:
                yield from _arrays(f"{name}.{key[2:-2]}", part)
        else:
            yield from _arrays(name + accessor, child)


def _attribute(value: Value | None, name: str) -> Value | None:
    found = _child(value, f".{name}")
    for space in _OF_MODULE if found is None else ():
        found = found or _child(_child(value, space), f"[{name!r}]")
    return found


def _child(value: Value | None, accessor: str) -> Value | None:
    if value is None:
        return None
    return next((child for name, child in value.children if name == accessor), None)


def _arithmetic(how: ast.operator, left: int | None, right: int | None) -> int | None:
    if left is None or right is None or max(abs(left), abs(right)) > _MAX_NUMBER:
        return None
    if isinstance(how, ast.Add):
        return left + right
    if isinstance(how, ast.Sub):
        return left - right
    if isinstance(how, ast.Mult):
        return left * right
    if right and isinstance(how, ast.FloorDiv):
        return left // right
    if right and isinstance(how, ast.Mod):
        return left % right
    return None


def parsed(frame: RaisedFrame) -> tuple[list[ast.expr], bool]:
    """(the expressions that may have failed, whether it is known that it was the first of them)

    Where columns are known it is the one they mark; else any in the source line.
    """
    if frame.expression:
        tree = _parse(frame.expression)
        if tree is None:
            return [], False
        first = next((node for node in ast.walk(tree) if isinstance(node, ast.expr)), None)
        return ([] if first is None else [first]), True
    tree = _parse(frame.code)
    if tree is None:
        return [], False
    return [node for node in _bounded(tree) if isinstance(node, ast.expr)], False


def is_raise(frame: RaisedFrame) -> bool:
    """Whether the line raises the exception itself: then no native code did."""
    return (frame.expression or frame.code).lstrip().startswith("raise")


def subscripts(frame: RaisedFrame) -> tuple[list[Index], bool]:
    """(the subscripts of arrays that may have failed, whether it was the first for certain)."""
    nodes, exact = parsed(frame)
    scope = Scope(frame)
    found = []
    for node in nodes:
        if isinstance(node, ast.Subscript):
            array = scope.array(node.value)
            if array is not None:
                whole = node.slice
                parts = tuple(whole.elts) if isinstance(whole, ast.Tuple) else (whole,)
                found.append(Index(ast.unparse(node.value), array, parts))
    return found, exact


def part_of_axis(index: Index, axis: int) -> ast.expr | None:
    """The part of an index that selects along an axis; None where that is not plain."""
    taken = 0
    before: list[tuple[int, ast.expr]] = []
    for at, part in enumerate(index.parts):
        if isinstance(part, ast.Constant) and part.value is None:
            continue  # a new axis of the result
        if isinstance(part, ast.Constant) and part.value is Ellipsis:
            rest = [one for one in index.parts[at + 1 :] if not _is_new_axis(one)]
            taken = len(index.array.shape) - len(rest)
            continue
        before.append((taken, part))
        taken += 1
    return next((part for place, part in before if place == axis), None)


def _is_new_axis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def arguments(node: ast.expr) -> list[ast.expr]:
    """What a call is given, the object of a method first; [] for no call."""
    if not isinstance(node, ast.Call):
        return []
    of = [node.func.value] if isinstance(node.func, ast.Attribute) else []
    return [*of, *node.args, *(keyword.value for keyword in node.keywords)]


def whole_of(node: ast.expr) -> ast.expr:
    """What has the values of an expression in another shape or type: `y` of `y.unsqueeze(1)` and of
    `y[:, None]`."""
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr not in _SAME_VALUES:
                return node
            node = node.func.value
        elif isinstance(node, ast.Subscript) and all(map(_keeps_all, _parts(node.slice))):
            node = node.value
        else:
            return node


def _parts(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _keeps_all(part: ast.expr) -> bool:
    if isinstance(part, ast.Slice):
        return part.lower is None and part.upper is None and part.step is None
    return isinstance(part, ast.Constant) and part.value in (None, Ellipsis)


def _bounded(tree: ast.AST) -> Iterator[ast.AST]:
    for count, node in enumerate(ast.walk(tree)):
        if count >= MAX_NODES:
            return
        yield node


def _parse(text: str) -> ast.AST | None:
    """The tree of an expression, of a statement, or of the first line of a compound one."""
    text = text.strip()
    if not text or len(text) > MAX_SOURCE:
        return None
    for attempt in (f"({text}\n)", text, f"{text}\n pass", f"if 1: pass\n{text}\n pass"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(attempt)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None
