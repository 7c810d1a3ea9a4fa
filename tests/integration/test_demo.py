"""`make demo`: its program. (What the README shows of the report: test_guides.py.)"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = "examples/demo.py"


@pytest.mark.representative("the demo")
def test_the_demo_needs_nothing_that_is_not_pythons_own() -> None:
    tree = ast.parse((ROOT / PROGRAM).read_text())
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported and imported <= sys.stdlib_module_names
