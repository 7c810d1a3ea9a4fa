"""What a stress run may be asked."""

from __future__ import annotations

import os
import sys

import pytest

from atfault.cli.command import Parser
from atfault.cli.stress import Stress, _close
from atfault.errors import UsageError
from atfault.stress.plan import check_target, environment


@pytest.mark.parametrize("target", ["json:dumps", "a.b.c:D.e", "package.module:call"])
def test_what_names_a_callable(target):
    check_target(target)


@pytest.mark.parametrize("target", ["json", "json:", ":dumps", "json:du mps", "no_such.py:call"])
def test_what_does_not(target):
    with pytest.raises(UsageError):
        check_target(target)


def test_an_environment_is_an_interpreter_or_a_folder_with_one(tmp_path):
    assert environment(sys.executable).python == sys.executable
    folder = tmp_path / "venv"
    (folder / "bin").mkdir(parents=True)
    os.symlink(sys.executable, folder / "bin" / "python3")
    found = environment(str(folder))
    assert found == (str(folder), str(folder / "bin" / "python3"))


def test_what_is_no_environment(tmp_path):
    for name in (str(tmp_path), str(tmp_path / "nothing")):
        with pytest.raises(UsageError):
            environment(name)


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ((), None),
        (("--close",), (1e-5, 1e-8)),
        (("--rtol", "1e-3"), (1e-3, 1e-8)),
        (("--close", "--rtol", "1e-3", "--atol", "0.5"), (1e-3, 0.5)),
        (("--atol", "0"), (1e-5, 0.0)),
    ],
)
def test_close_and_its_tolerances(options, value):
    assert _close(Parser(Stress()).parse(["m:f", *options])) == value


@pytest.mark.parametrize(
    "option",
    [
        ("--rtol", "x"),
        ("--atol", "-1"),
        ("--threads", "1"),
        ("--threads", "9999"),
        ("--iterations", "0"),
        ("--seed", "-1"),
        ("--budget", "0"),
    ],
)
def test_what_the_options_do_not_take(option):
    with pytest.raises(UsageError):
        Parser(Stress()).parse(["m:f", *option])
