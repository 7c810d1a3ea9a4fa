"""The parser that all commands share, under every Python here that atfault runs on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from support.interpreters import every_interpreter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
PROGRAM = os.path.join(os.path.dirname(__file__), "parser_program.py")
OLDEST = 10
VALUES = [
    ("sample x", {"verbose": False, "file": None, "mode": "a", "count": 3, "first": "x"}),
    ("sample -v x --file f --count 7 y", {"verbose": True, "file": "f", "count": 7, "second": "y"}),
    ("sample x y --file=f --verbose --count=7", {"first": "x", "second": "y", "count": 7}),
    ("sample --file f x -v y --count 7", {"first": "x", "second": "y", "verbose": True}),
    ("sample x --file -", {"first": "x", "file": "-"}),
    ("sample - --file f", {"first": "-", "file": "f"}),
    ("sample -- -v --file", {"first": "-v", "second": "--file", "verbose": False}),
    ("sample -v -- x -y", {"first": "x", "second": "-y", "verbose": True}),
    ("sample x --file=", {"first": "x", "file": ""}),
    ("sample x --file=a=b", {"file": "a=b"}),
    ("rest -v prog -v --file f -- x", {"command": ["prog", "-v", "--file", "f", "--", "x"]}),
    ("rest -v prog --file f", {"verbose": True, "file": None}),
    ("rest prog -h", {"command": ["prog", "-h"]}),
    ("rest --file f prog", {"command": ["prog"], "file": "f"}),
    ("rest -- -prog -v", {"command": ["-prog", "-v"], "verbose": False}),
    ("rest -- prog -- -v", {"command": ["prog", "--", "-v"]}),
    ("rest -v -m mod -x -- y", {"command": ["-m", "mod", "-x", "--", "y"], "verbose": True}),
    ("rest -c pass --file f", {"command": ["-c", "pass", "--file", "f"], "file": None}),
]
MISTAKES = [
    (
        "sample",
        "the following arguments are required: FIRST; usage: atfault sample [OPTIONS] FIRST",
    ),
    ("rest -v", "the following arguments are required: COMMAND; usage: atfault rest [OPTIONS]"),
    ("rest", "COMMAND"),
    ("rest --", "COMMAND"),
    ("sample a b c", "unrecognized arguments: c; usage:"),
    ("sample a --nope", "no option --nope; atfault sample --help lists them"),
    ("sample --verb", "no option --verb; did you mean --verbose?"),
    ("sample a --flie x", "no option --flie; did you mean --file?"),
    ("sample a --FILE x", "no option --FILE; did you mean --file?"),
    ("sample a -x", "no option -x; "),
    ("rest --flie x prog", "no option --flie; did you mean --file?"),
    ("rest -mod", "no option -mod; "),
    ("sample a --file", "--file: expected one argument; usage:"),
    ("sample a --file -v", "--file: expected one argument"),
    ("sample a --mode c", "--mode: invalid choice: 'c' (choose from "),
    ("sample a --count x", "--count: a whole number is wanted, not 'x'"),
    ("sample a --count 2001", "--count: takes 1 to 2,000, not '2001'"),
    ("sample a --count -1", "--count: takes 1 to 2,000, not '-1'"),
    ("sample a --count ²", "--count: a whole number is wanted, not '²'"),
    ("sample a --wait x", "--wait: a number is wanted, not 'x'"),
    ("sample a --wait 0.4", "--wait: takes 0.5 to 10 seconds, not '0.4'"),
    ("sample a --wait nan", "--wait: takes 0.5 to 10 seconds, not 'nan'"),
    ("sample a --verbose=1", "-v/--verbose: ignored explicit argument '1'"),
]
HELP = ["sample -h", "sample --help", "sample x -h", "sample x y z --help", "rest -h", "rest -v -h"]


@pytest.fixture(scope="module", params=every_interpreter())
def parsed(request, tmp_path_factory):
    """Line → what became of it, under one interpreter."""
    if request.param.minor < OLDEST:
        pytest.skip("atfault itself runs on Python 3.10 and newer")
    folder = request.param.scratch(str(tmp_path_factory.mktemp("parser")))
    try:
        shutil.copytree(os.path.join(ROOT, "src", "atfault"), os.path.join(folder, "atfault"))
        program = shutil.copy(PROGRAM, folder)
        lines = [line for line, _ in VALUES + MISTAKES] + HELP
        done = subprocess.run(
            request.param.command(program),
            input=json.dumps([line.split() for line in lines]),
            capture_output=True,
            text=True,
            env={**os.environ, "NO_COLOR": "1"},
        )
    finally:
        shutil.rmtree(folder)
    assert done.stderr == ""
    return dict(zip(lines, json.loads(done.stdout)))


def test_options_stand_anywhere_and_a_programs_own_are_left_to_it(parsed):
    for line, values in VALUES:
        assert parsed[line].items() >= values.items(), line


def test_a_mistake_is_one_line_that_says_what_and_what_to_do(parsed):
    for line, message in MISTAKES:
        error = parsed[line].get("error", "")
        assert error.startswith(f"{line.split()[0]}: "), line
        assert message in error
        assert "\n" not in error
        assert "--help" in error or "did you mean" in error


def test_help_is_asked_for_anywhere_but_behind_a_program(parsed):
    for line in HELP:
        assert parsed[line]["help"].startswith(f"usage: atfault {line.split()[0]} "), line
        assert "\nexamples:\n" in parsed[line]["help"]
