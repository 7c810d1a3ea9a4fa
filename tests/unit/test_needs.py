"""What a machine lacks is said with the package that would bring it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import needs


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all programs that are installed."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def install(folder: Path, name: str, says: str = "") -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {says}\n")
    (folder / name).chmod(0o755)


def test_a_program_is_missing_by_its_package(programs: Path) -> None:
    install(programs, "gdb")
    assert [needs.lack(name) for name in ("gdb", "zstd", "ps")] == [
        "",
        "zstd is not installed",
        "ps is not installed (package procps)",
    ]


def test_a_compiler_is_of_no_use_without_the_c_library(programs: Path) -> None:
    install(programs, "gcc", says="crti.o")
    assert "(package libc6-dev)" in needs.lack("gcc")
    with pytest.raises(pytest.skip.Exception, match="libc6-dev"):
        needs.found("gcc", "cc")
    install(programs, "cc", says="/usr/lib/crti.o")
    assert needs.found("gcc", "cc") == str(programs / "cc")
