"""Secrets of a real program are in nothing that atfault shows or saves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.run_command import environment

PROGRAM = """
import ctypes
import subprocess
import sys

API_KEY = "secret-of-line"


def fail(argv):
    pw = "secret-of-variable"
    command = ["mysql", "--password", "secret-in-list", "-h", "db"]
    url = "pg://ada:secret-in-url@db/x"
    header = "Bearer secret-of-header"
    if "--parent" in argv:
        subprocess.run([sys.executable, *argv[:3], "--token=secret-of-child"])
    ctypes.string_at(1)


fail(sys.argv)
"""
ARGUMENTS = (
    *("--password", "secret-of-option", "--api-key=secret-of-key"),
    *("https://ada:secret-of-login@host/x", "--secret", "secret-two"),
)


def atfault(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "atfault", *arguments],
        cwd=home,
        env=environment(str(home / "state"), COLUMNS="200"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def everything(home: Path, *options: str) -> str:
    """All that `run` shows and saves, and what `show` and `list` make of that."""
    (home / "app.py").write_text(PROGRAM)
    ran = atfault(
        home,
        *("run", "-v", "--json", "a.json", "--html", "a.html", *options),
        *(sys.executable, "app.py", *ARGUMENTS, "--parent"),
    )
    assert ran.returncode == 128 + 11, ran.stderr
    parts = [ran.stderr, atfault(home, "list").stdout, atfault(home, "show", "-v").stdout]
    parts += [(home / name).read_text() for name in ("a.json", "a.html")]
    parts += [atfault(home, "show", "--format", form).stdout for form in ("github", "markdown")]
    parts.append(atfault(home, "show", "--format", "junit", "--output", "a.xml").stdout)
    parts.append((home / "a.xml").read_text())
    parts += [atfault(home, "export", f"--{kind}").stdout for kind in ("sentry", "otel")]
    saved = sorted((home / "state" / "atfault" / "reports").iterdir())
    assert len(saved) == 2
    return "\n".join([*parts, *(file.read_text() for file in saved)])


@pytest.mark.representative("list", "show", "secrets")
def test_no_secret_is_shown_or_saved(tmp_path: Path) -> None:
    text = everything(tmp_path)
    found = [word for word in text.replace('"', " ").split() if "secret-" in word]
    assert not found, found
    report = json.loads((tmp_path / "a.json").read_text())
    wanted = ["app.py", "--password", "<masked>", "--api-key=<masked>"]
    assert report["command"][1:5] == wanted
    assert report["process"]["argv"][1:5] == wanted
    assert "--token=<masked>" in report["children"][0]["process"]["argv"]


def test_show_secrets_shows_them(tmp_path: Path) -> None:
    text = everything(tmp_path, "--show-secrets")
    for word in ("option", "key", "login", "two", "line", "variable", "child"):
        wanted = "secret-two" if word == "two" else f"secret-of-{word}"
        assert wanted in text, wanted
    assert "secret-in-list" in text


@pytest.mark.representative("show", only=("text", "json"))
@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_saved_report_is_shown_without_the_values_of_variables(form: str, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(PROGRAM)
    atfault(tmp_path, "run", sys.executable, "app.py")
    forms = {"text": ("-v",), "json": ("--json", "-"), "html": ("--html", "-")}
    whole = atfault(tmp_path, "show", *forms[form]).stdout
    clean = atfault(tmp_path, "show", "--no-locals", *forms[form]).stdout
    assert "mysql" in whole
    assert "app.py" in clean
    lines = [line for line in clean.splitlines() if "mysql" in line]
    assert all("command = [" in line for line in lines), lines  # the source line alone
    if form == "json":
        frames = [f for thread in json.loads(clean)["threads"] for f in thread["frames"]]
        assert frames and all(frame["locals"] is None for frame in frames)
