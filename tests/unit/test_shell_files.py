"""Completion of shells and the manual page: fresh, and what shells make of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from atfault.cli.main import COMMANDS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BASH = """
source share/bash-completion/completions/atfault
function=$(complete -p atfault)
function=${function##*-F }
COMP_WORDS=(atfault "$@")
COMP_CWORD=$#
${function%% *}
printf '%s\\n' "${COMPREPLY[@]}"
"""


def test_the_files_are_fresh():
    pytest.importorskip("shtab", reason="what writes the files is not installed: '.[build]'")
    pytest.importorskip("argparse_manpage", reason="what writes the files is not installed")
    done = subprocess.run(
        [sys.executable, "tools/gen_shell_files.py", "--check"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def completed(*words):
    """What bash offers behind these words, the last of which is begun."""
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", *words], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_options_and_their_values(tmp_path):
    assert set(completed("")) >= set(COMMANDS)
    assert completed("ru") == ["run"]
    assert completed("run", "--hang-a") == ["--hang-after"]
    assert completed("list", "--color", "a") == ["auto", "always"]
    (tmp_path / "core.4711").touch()
    assert completed("core", f"{tmp_path}/core.4") == [f"{tmp_path}/core.4711"]


@pytest.mark.parametrize(
    ("shell", "path"),
    [
        ("zsh", "share/zsh/site-functions/_atfault"),
        ("fish", "share/fish/vendor_completions.d/atfault.fish"),
    ],
)
def test_other_shells_can_read_theirs(shell, path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", path], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_tells_of_each_command_and_has_no_mistakes():
    with open(f"{ROOT}/share/man/man1/atfault.1", encoding="utf-8") as file:
        page = file.read()
    for name in COMMANDS:
        assert f".SS \\fBatfault {name}\\fR" in page
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-K", "utf8", "-z"],
        input=page,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
