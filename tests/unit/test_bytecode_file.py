"""The file that holds the bytecode of all modules: it must never be what decides what runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import atfault
from atfault import bytecode_file

CODE = """
import sys
def say(*args):
    loader = type(sys.modules["atfault.cli.options"].__loader__).__name__
    path = sys.modules["atfault.report"].__path__
    print(loader, sys.modules["atfault.cli.options"].__file__, path)
    return 0
def both(argv):
    run(["core", "--help"])
    import atfault.report.escape
    return say()
import atfault.bytecode_file as served
install = served.install
def install_and_patch():
    global run
    modules = install()
    from atfault.cli import main
    run, main.main = main.main, both
    return modules
served.install = install_and_patch
from atfault.__main__ import console_main
console_main()
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, its sources alone."""
    copy = tmp_path / "site" / "atfault"
    shutil.copytree(
        os.path.dirname(atfault.__file__), copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    return copy


def loader(package: Path, *options: str, **environment: str) -> str:
    """How `atfault.cli.options` was loaded by the copy: SourceFileLoader or BytecodeFile."""
    env = {**os.environ, "PYTHONPATH": str(package.parent), **environment}
    if "PYTHONDONTWRITEBYTECODE" not in environment:
        env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, *options, "-c", CODE],
        env=env,
        cwd=package.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    name, file, *path = done.stdout.splitlines()[-1].split()
    assert file == str(package / "cli" / "options.py")
    assert path == [f"['{package / 'report'}']"]
    return name


def bundles(package: Path) -> list[Path]:
    return [*package.glob("__pycache__/*.bundle*")]


def test_the_second_run_is_served_from_the_file(package: Path) -> None:
    assert loader(package) == "SourceFileLoader"
    (bundle,) = bundles(package)
    before = bundle.stat().st_ino
    assert loader(package) == "BytecodeFile"
    assert bundle.stat().st_ino == before, "it was written again for nothing"


def test_a_changed_source_wins_and_is_taken_up(package: Path) -> None:
    loader(package)
    source = package / "cli" / "options.py"
    source.write_text(source.read_text() + "\n# changed\n")
    assert loader(package) == "SourceFileLoader"
    assert loader(package) == "BytecodeFile"


def test_a_removed_source_is_gone(package: Path) -> None:
    loader(package)
    (package / "cli" / "options.py").unlink()
    with pytest.raises(subprocess.CalledProcessError):
        loader(package)


def test_a_compiled_file_without_source_is_left_out(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader(package)
    monkeypatch.setattr(bytecode_file, "ROOT", str(package))
    assert bytecode_file._is_compiled("atfault.cli.options")
    (package / "cli" / "options.py").unlink()
    assert not bytecode_file._is_compiled("atfault.cli.options")
    assert "atfault.cli.options" not in bytecode_file._gather()[0]


@pytest.mark.parametrize("keep", [0, 5, 16, 200, -1])
def test_a_truncated_file_is_not_used_and_is_replaced(package: Path, keep: int) -> None:
    loader(package)
    (bundle,) = bundles(package)
    bundle.write_bytes(bundle.read_bytes()[:keep])
    assert loader(package) == "SourceFileLoader"
    assert loader(package) == "BytecodeFile"


@pytest.mark.parametrize("offset", [0, 8])
def test_a_file_of_another_python_or_version_is_not_used(package: Path, offset: int) -> None:
    loader(package)
    (bundle,) = bundles(package)
    data = bytearray(bundle.read_bytes())
    data[offset] ^= 0x55
    bundle.write_bytes(data)
    assert loader(package) == "SourceFileLoader"


def test_a_moved_package_does_not_use_it(package: Path) -> None:
    loader(package)
    moved = package.parent.parent / "elsewhere" / "atfault"
    shutil.copytree(package, moved, copy_function=shutil.copy2)
    assert loader(moved) == "SourceFileLoader"
    assert loader(moved) == "BytecodeFile"


def test_nothing_is_written_where_python_would_write_no_bytecode(package: Path) -> None:
    loader(package, PYTHONDONTWRITEBYTECODE="1")
    loader(package, "-O")
    loader(package, PYTHONPYCACHEPREFIX=str(package.parent / "cache"))
    assert not bundles(package)


def test_nothing_is_left_behind_beside_it(package: Path) -> None:
    loader(package)
    loader(package)
    assert [path.suffix for path in bundles(package)] == [".bundle"]
    assert bundles(package)[0].stat().st_mode & 0o022 == 0
