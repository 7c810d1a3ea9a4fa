"""Imports point downward only, as the design says."""

from __future__ import annotations

import ast
import os
import re
from graphlib import CycleError, TopologicalSorter

import pytest

import atfault

ROOT = os.path.dirname(atfault.__file__)
LAYERS = (
    "cli",
    "dap",
    "doctor",
    "stress",
    "again",
    "analyze",
    "compose decode",
    "diagnose",
    "stacks",
    "runtimes",
    "cpython",
    "native",
    "snapshot",
    "formats",
)
"""From top to bottom; each may import those below it (and its own package)."""
FOR_EVERYONE = {
    "model",
    "errors",
    "options",
    "arch",
    "folders",
    "lazy",
    "path_walk",
    "whole_file",
    "contained",
    "interpreter",
    "cpu_deadline",
    "extras",
}
ASIDE = {
    "extras": set(),
    "contained": {"errors", "lazy"},
    "cpu_deadline": {"contained"},
    "errors": set(),
    "folders": {"path_walk"},
    "interpreter": {"errors"},
    "lazy": set(),
    "path_walk": set(),
    "whole_file": {"path_walk"},
    "options": {"model"},
    "model": {"errors"},
    "arch": {"model", "errors"},
    "report": {"model", "errors", "lazy", "contained"},
    "source": {"model", "errors", "snapshot", "lazy"},
    "saved": {"model", "errors", "report", "whole_file", "folders", "path_walk"},
    "__main__": {"cli", "lazy"},
    "__init__": set(),
    "text": {"model", "errors", "cpu_deadline"},
}
"""Packages beside the chain, and all that they may import."""
MAY_USE = {
    "cli": {"report", "saved", "source", "text", "__init__"},
    "dap": {"report"},
    "doctor": {"__init__"},
    "stress": {"report", "saved", "source"},
    "again": {"report", "source", "text"},
    "analyze": {"report", "source", "text"},
    "compose decode": {"report", "source", "text", "__init__"},
    "diagnose": {"text"},
}
"""Which layers may import packages from beside the chain."""


def modules():
    for folder, _, names in os.walk(ROOT):
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def imported(path):
    """(line, top-level part) of every import of our own, wherever in the file it stands, and of
    every module that is named in a text, as those are that `atfault.lazy` loads.

    An import under `if TYPE_CHECKING:` counts as well: knowing the type is knowing the layer.
    """
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            names = [node.module]
            if node.module == "atfault":
                names = [
                    f"atfault.{alias.name}" if is_module(alias.name) else "atfault.__init__"
                    for alias in node.names
                ]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value.partition(":")[0]]  # as `lazy.load` takes it
            if not is_ours(names[0]):
                continue
        else:
            continue
        for name in names:
            if name.split(".")[0] == "atfault":
                yield node.lineno, (name.split(".") + ["__init__"])[1]


def is_ours(name):
    """Whether a text is the full name of a module of ours."""
    path = os.path.join(os.path.dirname(ROOT), *name.split("."))
    return re.fullmatch(r"atfault(\.\w+)+", name) is not None and (
        os.path.exists(f"{path}.py") or os.path.exists(os.path.join(path, "__init__.py"))
    )


def is_module(name):
    return os.path.exists(os.path.join(ROOT, name)) or os.path.exists(
        os.path.join(ROOT, f"{name}.py")
    )


def part_of(path):
    return path.split(os.sep)[0].removesuffix(".py")


def allowed(part):
    """What a part may import besides itself."""
    if part in ASIDE:
        return ASIDE[part]
    for index, layer in enumerate(LAYERS):
        if part in layer.split():
            below = {name for lower in LAYERS[index + 1 :] for name in lower.split()}
            same = set(layer.split())
            return below | same | FOR_EVERYONE | MAY_USE.get(layer, set())
    raise AssertionError(f"{part} has no place in the layers: see docs and this test")


@pytest.mark.parametrize("path", list(modules()))
def test_imports_point_downward(path):
    part = part_of(path)
    permitted = allowed(part) | {part}
    upward = [
        f"line {line}: atfault.{name}" for line, name in imported(path) if name not in permitted
    ]
    assert upward == []


def test_no_module_imports_itself_by_a_circle_types_included():
    """Wherever the import stands, under `if TYPE_CHECKING` and in functions too."""
    names = {name_of(path): path for path in modules()}
    graph = {name: needed(path, names) - {name} for name, path in names.items()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise AssertionError("a circle: " + " → ".join(error.args[1])) from None


def name_of(path):
    name = f"atfault.{path.removesuffix('.py').replace(os.sep, '.')}"
    return name.removesuffix(".__init__")


def needed(path, names):
    """Full names of the modules of ours that a module imports."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module in names:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside & names.keys() or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & names.keys()
    return found


def test_what_is_imported_inside_of_functions_goes_through_one_helper():
    """Imports stand at the top of a module; `atfault.lazy` loads what may come late.

    What only annotations name may stand in an `if TYPE_CHECKING` at the top.
    """
    inside = []
    for path in modules():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        top = {id(node) for part in tree.body for node in (part, *for_types_only(part))}
        inside += [
            f"{path}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, (ast.Import, ast.ImportFrom)) and id(node) not in top
        ]
    assert inside == []


def for_types_only(part):
    """The statements of an `if TYPE_CHECKING`."""
    is_one = isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"
    return part.body if is_one and not part.orelse else []
