"""Imports point downward only, as the design says."""

from __future__ import annotations

import ast
import os
from graphlib import CycleError, TopologicalSorter

from support.own_sources import ROOT, modules

LAYERS = (
    "cli",
    "triage",
    "dap",
    "doctor",
    "stress",
    "again",
    "handler",
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
    "held": set(),
    "interpreter": {"errors"},
    "jupyter": {"api", "errors", "held", "lazy", "looking", "model", "saved", "snapshot"},
    "lazy": set(),
    "path_walk": set(),
    "pytest_plugin": {"held", "lazy", "looking"},
    "whole_file": {"path_walk"},
    "options": {"model"},
    "looking": {"held"},
    "model": {"errors"},
    "arch": {"model", "errors", "lazy"},
    "report": {"model", "errors", "lazy", "contained", "version"},
    "source": {"model", "errors", "snapshot", "lazy"},
    "saved": {"model", "errors", "report", "whole_file", "folders", "path_walk"},
    "__main__": {"cli", "lazy"},
    "process": {"model"},
    "mcp_server": {"api", "errors", "folders", "model", "report", "saved", "version"},
    "inside": {"analyze", "errors", "model", "options", "report", "saved", "snapshot"},
    "torch_debug": {"analyze", "errors", "inside", "lazy", "model", "options", "report"},
    "api": {"analyze", "arch", "errors", "folders", "lazy", "model", "options", "report", "saved"}
    | {"decode", "inside", "process", "snapshot"},
    "__init__": {"api", "errors", "jupyter", "lazy", "process", "version"},
    "version": set(),
    "text": {"model", "errors", "cpu_deadline"},
}
"""Packages beside the chain, and all that they may import."""
MAY_USE = {
    "cli": {"jupyter", "mcp_server", "report", "saved", "source", "text", "version"},
    "triage": {"looking", "report", "version"},
    "dap": {"report", "source"},
    "doctor": {"version"},
    "stress": {"report", "saved", "source"},
    "again": {"report", "source", "text"},
    "handler": {"report", "saved"},
    "analyze": {"report", "source", "text"},
    "compose decode": {"report", "source", "text", "version"},
    "diagnose": {"text"},
}
"""Which layers may import packages from beside the chain."""


def imported(module):
    """(line, top-level part) of every import of our own, wherever in the file it stands, and of
    every module that is named in a text, as those are that `atfault.lazy` loads.

    An import under `if TYPE_CHECKING:` counts as well: knowing the type is knowing the layer.
    """
    named = list(module.names)
    for statement, _ in module.imports:
        if isinstance(statement, ast.Import):
            names = [alias.name for alias in statement.names]
        elif statement.module == "atfault":
            names = [
                f"atfault.{alias.name}" if is_module(alias.name) else "atfault.__init__"
                for alias in statement.names
            ]
        else:
            names = [statement.module or ""]
        named += [(statement.lineno, name) for name in names]
    for line, name in named:
        if name.split(".")[0] == "atfault":
            yield line, (name.split(".") + ["__init__"])[1]


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


def test_imports_point_downward():
    upward = []
    for module in modules():
        part = part_of(module.path)
        permitted = allowed(part) | {part}
        upward += [
            f"{module.path}:{line}: atfault.{name}"
            for line, name in imported(module)
            if name not in permitted
        ]
    assert not upward, "\n".join(upward)


def test_every_import_is_by_its_full_name():
    relative = [
        f"{module.path}:{statement.lineno}"
        for module in modules()
        for statement, _ in module.imports
        if isinstance(statement, ast.ImportFrom) and statement.level
    ]
    assert not relative, "\n".join(relative)


def test_no_module_imports_itself_by_a_circle_types_included():
    """Wherever the import stands, under `if TYPE_CHECKING` and in functions too."""
    names = {module.name for module in modules()}
    graph = {module.name: needed(module, names) - {module.name} for module in modules()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise AssertionError("a circle: " + " → ".join(error.args[1])) from None


def needed(module, names):
    """Full names of the modules of ours that a module imports."""
    found = set()
    for statement, _ in module.imports:
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names} & names
        elif statement.module in names:
            inside = {f"{statement.module}.{alias.name}" for alias in statement.names}
            found |= inside & names or {statement.module}
    return found


def test_what_is_imported_inside_of_functions_goes_through_one_helper():
    """Imports stand at the top of a module; `atfault.lazy` loads what may come late.

    What only annotations name may stand in an `if TYPE_CHECKING` at the top.
    """
    inside = [
        f"{module.path}:{statement.lineno}"
        for module in modules()
        for statement, stands_at_top in module.imports
        if not stands_at_top
    ]
    assert not inside, "\n".join(inside)
