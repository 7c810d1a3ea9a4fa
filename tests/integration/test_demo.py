"""`make demo`: the program, and what the README shows of its report."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from support.run_command import run

ROOT = Path(__file__).parents[2]
PROGRAM = "examples/demo.py"
NAMED = re.compile(r"erosion_\d")


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


def test_the_answer_is_the_one_that_the_readme_shows(tmp_path: Path) -> None:
    shown = (ROOT / "README.md").read_text().partition("`make demo` prints this")[2].split("```")[1]
    answer = NAMED.sub("erosion_N", shown.partition("  Why")[0].strip())
    ran = run(sys.executable, PROGRAM, state=str(tmp_path), cwd=str(ROOT))
    assert ran.code == 139
    assert NAMED.sub("erosion_N", ran.err).startswith(answer), ran.err
