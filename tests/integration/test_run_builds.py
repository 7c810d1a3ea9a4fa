"""Builds that fail under `atfault run`, on a terminal, which keeps nothing of what is printed."""

from __future__ import annotations

import importlib.util
import json
import os
import pty
import subprocess
import sys

import pytest

from support import needs
from support.run_command import ATFAULT, environment

pytestmark = needs.program("gcc")
SETUP = """from setuptools import Extension, setup
setup(name="badpkg", version="1", ext_modules=[Extension("badpkg", ["bad.c"])])
"""


def run_on_terminal(folder, *command: str) -> tuple[int, str, dict | None]:
    """(exit code, what came on the terminal, the report)"""
    report = folder / "report.json"
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*ATFAULT, "run", "--json", str(report), "--", *command],
        stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment(str(folder)),
    )  # fmt: skip
    os.close(slave)
    printed = b""
    while True:
        try:
            part = os.read(master, 1 << 16)
        except OSError:
            break
        if not part:
            break
        printed += part
    os.close(master)
    code = process.wait(120)
    found = json.loads(report.read_text()) if report.exists() else None
    return code, printed.decode("utf-8", "replace"), found


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "badpkg"
    folder.mkdir()
    (folder / "setup.py").write_text(SETUP)
    (folder / "bad.c").write_text("#include <lber.h>\nint x;\n")
    return folder


def pip(*more: str) -> tuple[str, ...]:
    return (
        sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps",
        "--no-build-isolation", "--no-index", *more,
    )  # fmt: skip


def test_what_pip_prints_of_a_build_is_explained_on_a_terminal(package, tmp_path):
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("no setuptools here")
    code, printed, report = run_on_terminal(tmp_path, *pip("./badpkg"))
    assert code == 1
    assert "lines of output" in printed, "pip prints what it would print without us"
    assert report is not None
    finding = report["diagnosis"][0]
    assert (finding["cause"], finding["confidence"]) == ("missing-header", "certain")
    assert "lber.h: No such file" in finding["quotes"][0]["text"]
    assert any("output of the build that pip ran" in one for one in report["warnings"])
    assert "#include <lber.h>" in printed.partition("Build failed")[2], "the user's source"


def test_pip_is_heard_wherever_it_runs_and_its_own_output_is_the_same(package, tmp_path):
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("no setuptools here")
    (tmp_path / "build.sh").write_text("exec " + " ".join(pip("./badpkg")) + "\n")
    code, _, report = run_on_terminal(tmp_path, "sh", "build.sh")
    assert code == 1 and report is not None
    assert report["diagnosis"][0]["cause"] == "missing-header"
    done = [
        subprocess.run(
            [*before, *pip("./badpkg")], cwd=tmp_path, capture_output=True, text=True,
            env=environment(str(tmp_path)),
        ).stdout
        for before in ((), (*ATFAULT, "run", "--"))
    ]  # fmt: skip
    assert done[0] == done[1]


def test_a_pip_that_succeeds_is_not_spoken_of(package, tmp_path):
    (package / "bad.c").write_text("int x;\n")
    (package / "setup.py").write_text(SETUP.replace("ext_modules", "py_modules=[]) #"))
    code, printed, report = run_on_terminal(
        tmp_path, *pip("--target", str(tmp_path / "to"), "./badpkg")
    )
    assert (code, report) == (0, None)
    assert "atfault" not in printed.replace(str(tmp_path), "")


def test_the_log_of_meson_is_read_where_it_was_written_by_this_run(tmp_path):
    needs.found("meson")
    (tmp_path / "meson.build").write_text("project('d', 'c')\ndependency('nosuchdep')\n")
    code, _, report = run_on_terminal(tmp_path, "meson", "setup", "bld")
    assert code == 1 and report is not None
    finding = report["diagnosis"][0]
    assert finding["cause"] == "missing-library" and "nosuchdep" in finding["summary"]
    assert (finding["blame"][0]["file"], finding["blame"][0]["line"]) == ("meson.build", 2)
    code, _, report = run_on_terminal(tmp_path, "meson", "compile", "-C", "bld")
    assert code and report is None, "that log is of an earlier run"


CONFIGURE = """#!/bin/sh
echo 'checking for f in -lnosuch... no'
cat > config.log <<END
This file contains any messages produced by compilers while
running configure, to aid debugging if configure makes a mistake.
configure:31: checking for f in -lnosuch
conftest.c:9: error: undefined reference to 'f'
configure:40: error: libnosuch is required
END
echo 'configure: error: libnosuch is required' >&2
exit 1
"""


@pytest.mark.representative("builds under run")
def test_the_log_of_configure_is_read_and_its_checks_are_no_failures(tmp_path):
    (tmp_path / "configure").write_text(CONFIGURE)
    (tmp_path / "configure").chmod(0o755)
    code, _, report = run_on_terminal(tmp_path, "./configure")
    assert code == 1 and report is not None
    finding = report["diagnosis"][0]
    assert finding["cause"] == "missing-library"
    assert finding["quotes"][0]["text"] == "configure:40: error: libnosuch is required"


@pytest.mark.representative("builds under run")
def test_of_other_builds_it_is_said_how_to_have_them_explained(tmp_path):
    (tmp_path / "Makefile").write_text("a.o: a.c\n\tgcc -c a.c\n")
    (tmp_path / "a.c").write_text("int x = y;\n")
    code, printed, report = run_on_terminal(tmp_path, "make")
    assert (code, report) == (2, None)
    assert "make … 2>&1 | tee build.log, then atfault explain build.log" in printed
    code, printed, _ = run_on_terminal(tmp_path, "false")
    assert code == 1 and "atfault" not in printed
