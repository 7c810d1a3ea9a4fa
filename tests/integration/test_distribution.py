"""`atfault` as it is built for PyPI."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_has_every_file_of_the_packages(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, tmp_path)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path]
    done = subprocess.run([*pip, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    own = ROOT / "src"
    files = [one for one in own.rglob("*") if one.is_file() and one.suffix not in (".pyc", ".so")]
    wanted = {str(one.relative_to(own)) for one in files if ".egg-info" not in str(one)}
    assert wanted - names == set()
    assert "atfault/cpython/offsets/layouts.txt" in names
