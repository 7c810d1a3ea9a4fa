"""The table-driven parser and the help made from the same tables."""

from __future__ import annotations

import pytest

from atfault.cli import attach, core, list_, run, show, stress
from atfault.cli.help import help_text, usage
from atfault.cli.main import COMMANDS
from atfault.cli.options import COMMON, Command, Option, Positional, parse
from atfault.errors import UsageError

MODULES = {
    "run": run,
    "core": core,
    "attach": attach,
    "stress": stress,
    "show": show,
    "list": list_,
}
SAMPLE = Command(
    name="sample",
    summary="",
    description="",
    positionals=(Positional("FIRST", ""), Positional("SECOND", "", required=False)),
    options=(
        Option(("-v", "--verbose"), ""),
        Option(("--file",), "", "FILE"),
        Option(("--mode",), "", "MODE", choices=("a", "b"), default="a"),
        Option(("--count",), "", "N", convert=int, default=3),
    ),
    examples=(),
)
REST = SAMPLE._replace(
    name="rest", positionals=(Positional("COMMAND", "", rest=True, starts=("-m",)),)
)


def parsed(line, command=SAMPLE):
    return vars(parse(command, line.split()))


def test_defaults():
    assert parsed("x") == {
        "verbose": False,
        "file": None,
        "mode": "a",
        "count": 3,
        "first": "x",
        "second": None,
    }


@pytest.mark.parametrize(
    "line",
    ["-v x --file f --count 7 y", "x y --file=f --verbose --count=7", "--file f x -v y --count 7"],
)
def test_options_stand_anywhere_and_take_both_forms(line):
    values = parsed(line)
    assert (values["first"], values["second"]) == ("x", "y")
    assert (values["verbose"], values["file"], values["count"]) == (True, "f", 7)


def test_a_dash_is_a_value_and_two_end_the_options():
    assert parsed("x --file -")["file"] == "-"
    assert parsed("- --file f")["first"] == "-"
    assert parsed("-- -v --file")["first"] == "-v"
    assert parsed("x --file=")["file"] == ""


def test_a_program_keeps_its_own_options():
    values = parsed("-v prog -v --file f -- x", REST)
    assert values["verbose"] is True
    assert values["file"] is None
    assert values["command"] == ["prog", "-v", "--file", "f", "--", "x"]
    assert parsed("-- -prog -v", REST)["command"] == ["-prog", "-v"]
    assert parsed("-v -m mod -v", REST)["command"] == ["-m", "mod", "-v"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "FIRST is missing; usage: atfault sample [OPTIONS] FIRST [SECOND]"),
        ("a b c", "one argument too many: 'c'"),
        ("a --nope", "no option --nope; atfault sample --help lists them"),
        ("a --verb", "no option --verb; did you mean --verbose?"),
        ("a --file", "--file needs a value: --file FILE"),
        ("a --mode c", "--mode is one of a, b: 'c'"),
        ("a --count x", "--count takes N, not 'x'"),
        ("a -v=1", "-v takes no value"),
    ],
)
def test_mistakes_are_one_line_that_says_what_to_do(line, message):
    with pytest.raises(UsageError) as caught:
        parsed(line)
    assert str(caught.value).startswith("sample: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", ["-h", "--help", "x -h", "x y z --help", "--nope-is-later -h"])
def test_help_is_asked_for_anywhere(line):
    if "nope" in line:
        with pytest.raises(UsageError):
            parse(SAMPLE, line.split())
    else:
        assert parse(SAMPLE, line.split()) is None


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name):
    command = MODULES[name].COMMAND
    text = help_text(command)
    assert text.startswith(f"usage: {usage(command)}\n")
    for option in command.options:
        assert option.flags[-1] in text
    assert command.examples
    for example, _ in command.examples:
        assert example in text
    assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize("name", ["run", "core"])
def test_commands_that_make_reports_take_the_common_options(name):
    options = MODULES[name].COMMAND.options
    assert set(COMMON) <= set(options)
    flags = {flag for option in options for flag in option.flags}
    assert {"--json", "--no-locals", "--no-lines", "--sysroot", "--color", "-v"} <= flags


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_can_be_parsed(name):
    command = MODULES[name].COMMAND
    for example, _ in command.examples:
        words = example.split()
        assert words[:2] == ["atfault", name]
        assert parse(command, words[2:]) is not None
