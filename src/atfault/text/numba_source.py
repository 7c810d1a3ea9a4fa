"""The source lines in a message of Numba's, and which part of one it is about: no column is told.

File "label.py", line 10:
def describe(values, label):
    <source elided>
    return text + steps
    ^
"""

import ast
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

MAX_LINE = 2000
MAX_EXCERPT = 12
FILE = re.compile(r'File "([^"\n]{1,4096})", line (\d{1,9}):')
_DEFINITION = re.compile(r"\s*(?:async )?def (\w{1,200})\(")
_ELIDED = "<source elided>"
_BINARY: dict[str, tuple[type, ...]] = {
    "add": (ast.Add,), "sub": (ast.Sub,), "mul": (ast.Mult,), "truediv": (ast.Div,),
    "floordiv": (ast.FloorDiv,), "mod": (ast.Mod,), "pow": (ast.Pow,), "matmul": (ast.MatMult,),
    "and_": (ast.BitAnd,), "or_": (ast.BitOr,), "xor": (ast.BitXor,), "lshift": (ast.LShift,),
    "rshift": (ast.RShift,), "eq": (ast.Eq,), "ne": (ast.NotEq,), "lt": (ast.Lt,), "le": (ast.LtE,),
    "gt": (ast.Gt,), "ge": (ast.GtE,), "contains": (ast.In, ast.NotIn),
    "is_": (ast.Is,), "is_not": (ast.IsNot,),
    "neg": (ast.USub,), "pos": (ast.UAdd,), "invert": (ast.Invert,), "not_": (ast.Not,),
}  # fmt: skip


def excerpt(message: list[str], at: int) -> tuple[str, str]:
    """(name of the function, source line above the caret) of the excerpt below line `at`."""
    if at < 0:
        return "", ""
    name, code = "", ""
    for line in message[at + 1 : at + MAX_EXCERPT]:
        if line.strip() == "^":
            return name, "" if code.startswith(("@", "def ")) else code
        definition = _DEFINITION.match(line)
        if definition:
            name = definition[1]
        if line.strip() and line.strip() != _ELIDED:
            code = line.strip()
    return name, ""


class Expression(NamedTuple):
    """A part of a line."""

    text: str = ""
    """"" where it is not known, or could be several."""
    operands: tuple[str, ...] = ()
    called: str = ""


def expression_of(line: str, what: str, name: str) -> Expression:
    """The one expression of a line that does what failed. name: of the operator, the function or
    the attribute."""
    if what == "construct":
        return Expression(line.partition("  #")[0][:MAX_LINE])
    found = {one.text: one for one in _fitting(line[:MAX_LINE], what, name.rpartition(".")[2])}
    return next(iter(found.values())) if len(found) == 1 else Expression()


def _fitting(line: str, what: str, name: str) -> Iterator[Expression]:
    for node in ast.walk(_parsed(line)):
        if what == "operator":
            yield from _operations(node, name)
        elif what == "call" and isinstance(node, ast.Call):
            if ast.unparse(node.func).rpartition(".")[2] == name:
                yield _expression(
                    node, *node.args, *(one.value for one in node.keywords), called=node.func
                )
        elif isinstance(node, ast.Attribute) and what in ("getattr", "setattr"):
            yield from [_expression(node, node.value)] if node.attr == name else ()


def _operations(node: ast.AST, name: str) -> Iterator[Expression]:
    plain = _not_in_place(name)
    wanted = _BINARY.get(plain, ())
    if isinstance(node, ast.BinOp) and isinstance(node.op, wanted) and plain == name:
        yield _expression(node, node.left, node.right)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, wanted):
        yield _expression(node, node.target, node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, wanted):
        yield _expression(node, node.operand)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], wanted):
        yield _expression(node, node.left, node.comparators[0])
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and name == "getitem":
        yield _expression(node, node.value, node.slice)
    elif isinstance(node, ast.Assign) and name == "setitem":
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                yield _expression(target, target.value, target.slice, node.value)


def _not_in_place(name: str) -> str:
    """Of the operator that assigns nothing: "iadd" → "add", "iand" → "and_"."""
    if name in _BINARY or not name.startswith("i"):
        return name
    return next((one for one in (name[1:], name[1:] + "_") if one in _BINARY), name)


def _expression(node: ast.AST, *operands: ast.AST, called: ast.AST | None = None) -> Expression:
    of = "" if called is None else ast.unparse(called)
    return Expression(ast.unparse(node), tuple(map(ast.unparse, operands)), of)


def _parsed(line: str) -> ast.AST:
    """The tree of a statement's first line; an empty one where it is none."""
    for text in (line, line + " pass", "if 1:\n " + line.removeprefix("el") + " pass"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return ast.Module([], [])
