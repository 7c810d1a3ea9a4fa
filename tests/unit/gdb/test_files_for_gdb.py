"""What runs in gdb's Python keeps to what that has, whichever it is."""

from __future__ import annotations

import ast
import os
import sys

import pytest

import atfault_gdb

FOLDER = os.path.dirname(atfault_gdb.__file__)
FILES = sorted(name for name in os.listdir(FOLDER) if name.endswith(".py"))


@pytest.mark.parametrize("name", FILES)
def test_they_are_python_3_6_and_import_nothing_of_others(name: str) -> None:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        tree = ast.parse(file.read(), feature_version=(3, 6))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            continue
        for module in modules:
            top = module.partition(".")[0]
            assert top in ("gdb", "atfault_gdb") or top in sys.stdlib_module_names, module
            assert top != "__future__", "annotations came with 3.7"


@pytest.mark.parametrize("name", FILES)
def test_annotations_that_are_evaluated_are_known_in_3_6(name: str) -> None:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        annotations = []
        if isinstance(node, ast.AnnAssign):
            annotations = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            every = [*node.args.args, *node.args.kwonlyargs]
            annotations = [one.annotation for one in every if one.annotation is not None]
            annotations += [node.returns] if node.returns is not None else []
        for annotation in annotations:
            for part in ast.walk(annotation):
                assert not isinstance(part, ast.BinOp), f"line {node.lineno}: X | Y"
                if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name):
                    assert part.value.id not in ("tuple", "list", "dict"), f"line {node.lineno}"
