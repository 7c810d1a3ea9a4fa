"""What runs in gdb's Python keeps to what that has, whichever it is."""

from __future__ import annotations

import ast
import glob
import os
import subprocess
import sys

import pytest

import atfault_gdb

FOLDER = os.path.dirname(atfault_gdb.__file__)
OLD = sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.[67].*/bin/python")))
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


USED = """
from atfault_gdb.llvm_types import split_name
from atfault_gdb.numba_types import layout_of, parse_type
for text in (
    "Tuple(bool, array(float64, 2d, C))", "UniTuple(int64 x 3)", "Literal[int](7)",
    "Record(a[type=int32;offset=0];4;False)", "instance.jitclass.C#7f<x:int64>", "ListType[int8]",
):
    assert parse_type(text).kind != "other"
    layout_of(parse_type(text))
assert split_name("Tuple(bool, int64) ({i1, [3 x i64]})")[1].size == 32
"""


@pytest.mark.skipif(not OLD, reason="pyenv has no Python 3.6 or 3.7")
@pytest.mark.parametrize("python", OLD)
def test_the_oldest_pythons_of_gdbs_run_them(python: str) -> None:
    done = subprocess.run(
        [python, "-B", "-c", USED],
        env={"PYTHONPATH": os.path.dirname(FOLDER)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
