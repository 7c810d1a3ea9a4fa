"""Whether the end of a loop comes nearer, over the samples of a watched thread.

for row in rows:                     its iterator has 480, 455, 431 … to give: nearer
while error > tolerance:             error - tolerance: 0.9, 0.4, 0.1 …: nearer
while position < len(text):          len(text) - position: 12, 12, 12 …: not
while todo:                          len(todo): 3, 2, 3, 2 …: not
for node in nodes: nodes.append(x)   as many as before: not
"""

import ast
import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import pairwise

from atfault.decode.watch import loops
from atfault.decode.watch.plain_values import BINARY

_ENOUGH = 4
"""Readings."""
_ENOUGH_OF_ONE = 12
"""Where it fell by one alone: those that are made anew at one place, with an item or two, may look
so by chance."""
_MAX_READINGS = 64
_MAX_KEYS = 256
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|inf)$")
_SIZE = re.compile(r"an? \S+ of (\d+)$")
_MAX_DEPTH = 8
_MOST = 1e300


class Nearing:
    """What was read of what is nearer to an end the lower it is."""

    def __init__(self) -> None:
        self._read: dict[Hashable, list[float]] = {}

    def note(self, key: Hashable, number: float) -> None:
        """One more reading."""
        if key in self._read or len(self._read) < _MAX_KEYS:
            self._read.setdefault(key, []).append(number)
            del self._read[key][_MAX_READINGS:-1]

    def steadily(self) -> Iterator[tuple[Hashable, float, float]]:
        """Of what has only fallen: the first and the last reading. One that was made anew in
        between has risen in some sample."""
        for key, read in self._read.items():
            falls = all(one >= two for one, two in pairwise(read))
            enough = _ENOUGH if read[0] - read[-1] > 1 else _ENOUGH_OF_ONE
            if falls and len(read) >= enough and read[-1] < read[0]:
                yield key, read[0], read[-1]

    def on_the_whole(self) -> Iterator[tuple[Hashable, float, float]]:
        """Of what was always lower at the end than at the beginning, whatever lay in between."""
        for key, read in self._read.items():
            part = len(read) // 3
            if len(read) >= _ENOUGH and max(read[-part:]) < min(read[:part]):
                yield key, read[0], read[-1]


def gaps(test: ast.expr, wanted: bool, looked: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    """How far numbers are from where a test has the truth that is wanted: (its source, how far).
    looked: what its variables were read as: "3", "a list of 3"."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from gaps(test.operand, not wanted, looked)
    elif isinstance(test, ast.BoolOp):
        for one in test.values:
            yield from gaps(one, wanted, looked)
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, right = (_number(one, looked) for one in (test.left, test.comparators[0]))
        how = test.ops[0]
        if left is None or right is None:
            return
        if isinstance(how, ast.NotEq if not wanted else ast.Eq):
            yield ast.unparse(test), abs(left - right)
        elif isinstance(how, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            gap = right - left if isinstance(how, ast.Lt | ast.LtE) else left - right
            yield ast.unparse(test), -gap if wanted else gap
    elif not wanted:
        number = _number(test, looked)
        if number is not None:
            yield ast.unparse(test), abs(number)


def _number(node: ast.expr, looked: Mapping[str, str], depth: int = 0) -> float | None:
    """What an expression comes to, of numbers and sizes that were read."""
    if depth > _MAX_DEPTH:
        return None
    if isinstance(node, ast.Constant):
        value = node.value
        return float(value) if isinstance(value, int | float) and abs(value) < _MOST else None
    if isinstance(node, ast.Call):
        name, is_about = loops.name_of(node), len(node.args) == 1
        inner = _number(node.args[0], looked, depth + 1) if is_about else None
        return inner if inner is None or name == "len" else abs(inner) if name == "abs" else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
        sides = [_number(one, looked, depth + 1) for one in (node.left, node.right)]
        if None in sides or (isinstance(node.op, ast.Div) and not sides[1]):
            return None
        return float(BINARY[type(node.op)](*sides))
    text = looked.get(ast.unparse(node), "")
    size = _SIZE.match(text)
    if size is not None:
        return float(size.group(1))
    return float(text) if _NUMBER.match(text) and len(text) < 300 else None
