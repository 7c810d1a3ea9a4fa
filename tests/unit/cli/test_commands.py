"""What all subcommands have in common: their help, their options, their examples."""

from __future__ import annotations

import re

import pytest

from atfault.cli.command import Parser
from atfault.cli.main import COMMANDS, command
from atfault.cli.run import Run

MAKE_REPORTS = ["run", "core", "attach", "stress"]
COMMON = {"--json", "--html", "--color", "-v", "--no-locals", "--no-lines", "--sysroot"}


def help_of(name):
    return Parser(command(name)).format_help()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    text = help_of(name)
    assert command(name).name == name
    assert re.match(rf"usage: atfault {name}\b", text)
    assert "\nexamples:\n" in text
    assert "\nexit status:\n" in text
    assert max(len(line) for line in text.splitlines()) <= 100
    for positional in Parser(command(name))._get_positional_actions():
        assert positional.metavar in text.splitlines()[0]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_help_fits_its_terminal(name, columns, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", columns)
    description = help_of(name).partition("\nexamples:\n")[0]
    widest = max(len(line) for line in description.splitlines()[1:])
    assert widest <= int(columns)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_with_bounds_names_them(name):
    """What is refused, and why, can be read beforehand."""
    parser = Parser(command(name))
    for action in parser._actions:
        bounds = getattr(action.type, "bounds", None)
        if bounds is not None:
            assert bounds in re.sub(r"\s+", " ", action.help), action.option_strings


@pytest.mark.parametrize("name", MAKE_REPORTS)
def test_commands_that_make_reports_take_the_common_options(name):
    assert Parser(command(name))._option_string_actions.keys() >= COMMON


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_can_be_parsed(name):
    shown = help_of(name).partition("\nexamples:\n")[2].partition("\n\nexit status:\n")[0]
    examples = re.findall(rf"^  (atfault {name}\b.*?)(?:  .*)?$", shown, re.MULTILINE)
    assert examples
    for example in examples:
        Parser(command(name)).parse(example.partition(" > ")[0].split()[2:])


@pytest.mark.parametrize(
    ("words", "again"),
    [
        (["--again", "app.py", "auto"], "always"),
        (["--again=auto", "app.py", "auto"], "auto"),
        (["--again", "--", "app.py", "auto"], "always"),
        (["app.py", "auto"], None),
    ],
)
def test_an_optional_value_is_never_the_next_word(words, again):
    args = Parser(Run()).parse(words)
    assert (args.again, args.command) == (again, ["app.py", "auto"])


def test_an_optional_value_is_shown_as_it_is_typed():
    assert "--again[=auto] " in Parser(Run()).format_help()
