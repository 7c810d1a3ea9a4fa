"""What the modules of atfault say of themselves: each is parsed once a session, for all tests that
ask. What those do not ask for is not kept, as the trees would take 200 MB."""

from __future__ import annotations

import ast
import functools
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

import atfault

ROOT = os.path.dirname(atfault.__file__)
NAME = re.compile(r"atfault(\.\w+)+")


class Import(NamedTuple):
    statement: ast.Import | ast.ImportFrom
    stands_at_top: bool
    """Of its module, or in an `if TYPE_CHECKING` there."""


class Module(NamedTuple):
    path: str
    """Below the package: "cli/run.py"."""
    imports: tuple[Import, ...]
    names: tuple[tuple[int, str], ...]
    """(line, text) of each text that names a module of ours, as `atfault.lazy` takes it."""
    calls: tuple[tuple[str, ast.expr], ...]
    """(function that it stands in, what is called) of each call."""

    @property
    def name(self) -> str:
        """As it is imported: "atfault.cli.run"."""
        dotted = self.path.removesuffix(".py").replace(os.sep, ".")
        return f"atfault.{dotted}".removesuffix(".__init__")


@functools.cache
def modules() -> tuple[Module, ...]:
    return tuple(map(_read, _paths()))


def _paths() -> Iterator[str]:
    for folder, _, names in os.walk(ROOT):
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def _read(path: str) -> Module:
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    at_top = {id(one) for part in tree.body for one in (part, *_for_types_only(part))}
    imports, names, calls = [], [], []
    nodes: list[tuple[str, ast.AST]] = [("<module>", tree)]
    while nodes:
        function, node = nodes.pop()
        if isinstance(node, ast.FunctionDef):
            function = node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(Import(node, id(node) in at_top))
        elif isinstance(node, ast.Call):
            calls.append((function, node.func))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.partition(":")[0]
            if _is_module_of_ours(name):
                names.append((node.lineno, name))
        nodes += [(function, child) for child in ast.iter_child_nodes(node)]
    return Module(path, tuple(imports), tuple(names), tuple(calls))


def _for_types_only(part: ast.stmt) -> list[ast.stmt]:
    """The statements of an `if TYPE_CHECKING`."""
    is_one = isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"
    return part.body if is_one and not part.orelse else []


def _is_module_of_ours(name: str) -> bool:
    path = os.path.join(os.path.dirname(ROOT), *name.split("."))
    return NAME.fullmatch(name) is not None and (
        os.path.exists(f"{path}.py") or os.path.exists(os.path.join(path, "__init__.py"))
    )
