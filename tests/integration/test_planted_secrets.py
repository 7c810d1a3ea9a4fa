"""Of a program full of secrets, none is in what is made to be sent."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import planted
from support.run_command import environment


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("planted")


@pytest.fixture(scope="module")
def secrets(folder: Path) -> Iterator[dict[str, planted.Planted]]:
    """Those of a program that hangs while the tests run; `pid` has its number."""
    found = planted.plant(random.randrange(1 << 30))
    (folder / "app.py").write_text(planted.program(found, planted.HANG))
    with subprocess.Popen(
        [sys.executable, "app.py", *planted.arguments(found)],
        cwd=folder,
        env={**os.environ, **planted.variables(found)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(planted.given(found))
        process.stdin.close()
        assert process.stdout.readline() == "ready\n"
        (folder / "pid").write_text(str(process.pid))
        yield found
        process.kill()


def atfault(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", *arguments],
        cwd=folder,
        env=environment(str(folder / "state"), COLUMNS="200"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def telling(secrets: dict[str, planted.Planted], text: str) -> list[str]:
    return [name for name in planted.kept(secrets, text.encode()) if secrets[name].telling]


def test_a_saved_core_holds_none(folder: Path, secrets: dict[str, planted.Planted]) -> None:
    pid = (folder / "pid").read_text()
    said = atfault(folder, "attach", "--now", "--save", "whole.core", "--with-text", pid)
    assert "whole.core, with the texts" in said
    assert len(planted.kept(secrets, (folder / "whole.core").read_bytes())) > 140
    said = atfault(folder, "attach", "--now", "--save", "a.core", pid)
    assert "a.core, without texts" in said
    assert planted.kept(secrets, (folder / "a.core").read_bytes()) == []
    told = atfault(folder, "core", "-v", "a.core")
    assert "texts were left out" in told
    assert "auth_token = <24 characters, left out>" in told
    assert "retries=3" in told


@pytest.mark.representative("secrets")
def test_reports_hold_none_that_a_name_or_form_tells(
    folder: Path, secrets: dict[str, planted.Planted]
) -> None:
    pid = (folder / "pid").read_text()
    text = atfault(folder, "attach", "--now", "-v", "--json", "a.json", "--html", "a.html", pid)
    assert telling(secrets, text) == []
    assert telling(secrets, (folder / "a.json").read_text()) == []
    assert telling(secrets, (folder / "a.html").read_text()) == []
    assert "retries=3" in text and "'pool': 7" in text and "count" in text
    shown = {"argv_positional", "line_plain"}  # a word of the command, and a literal in a line
    for options in (("--issue",), ("--no-locals", "-v"), ("--no-locals", "--json", "-")):
        kept = planted.kept(secrets, atfault(folder, "show", *options, "a.json").encode())
        assert set(kept) <= shown, options
    for form in ("github", "junit", "markdown"):
        kept = planted.kept(secrets, atfault(folder, "show", "--format", form, "a.json").encode())
        assert set(kept) <= shown, form
    for form in ("--sentry", "--otel"):
        kept = planted.kept(secrets, atfault(folder, "export", form, "a.json").encode())
        assert set(kept) <= shown, form
