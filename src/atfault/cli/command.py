"""What a subcommand is, and its parser: argparse, with mistakes told in one line."""

from __future__ import annotations

import argparse
import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, Protocol

from atfault import lazy
from atfault.errors import UsageError

MAX_WIDTH = 92
"""Columns of a help text."""
PROGRAM = "COMMAND"
HELP = "atfault.cli.help_text"


class Command(Protocol):
    """One subcommand, in a module of its own, listed in `main.COMMANDS`."""

    name: str
    """As it is typed."""
    summary: str
    """Half a line, for the list of commands."""
    looks_inside: bool
    """Whether it needs a machine on which atfault can look into programs (arch.host)."""

    def prepare_parser(self, parser: Parser) -> None:
        """Say what it takes: usage, description, arguments, examples, exit statuses."""

    def run(self, args: argparse.Namespace) -> int:
        """Its exit status. Errors are raised as AtfaultError."""


class HelpAsked(Exception):
    """--help was given; `str(error)` is the text to show."""


class Parser(argparse.ArgumentParser):
    """argparse with what all commands have in common.

    A mistake is a UsageError of one line. Options may stand before, between and behind the
    arguments and are never abbreviated: what is short for one of ours today might be short for two
    tomorrow. `argparse` itself tells options from arguments in ways that changed from one Python to
    the next ("--", an optional argument behind an option), so that is done here.
    """

    def __init__(self, command: Command) -> None:
        super().__init__(
            prog=f"atfault {command.name}",
            formatter_class=_formatter(MAX_WIDTH),
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._command = command.name
        self._program: argparse.Action | None = None
        self._program_starts: tuple[str, ...] = ()
        self._optional_with: tuple[str, ...] = ()
        command.prepare_parser(self)

    def describe(
        self,
        usage: str,
        description: str,
        examples: Iterable[tuple[str, str]],
        statuses: Iterable[tuple[str, str]],
    ) -> None:
        """The words of the help. usage: what follows the command's name; description: paragraphs
        parted by an empty line; examples: (what to type, what it does); statuses: (exit status,
        its meaning)."""
        self.usage = f"{self.prog} {usage}"
        self.description = description
        self._examples = tuple(examples)
        self._statuses = tuple(statuses)

    def add_program(
        self,
        help: str,
        starts: tuple[str, ...] = (),
        metavar: str = PROGRAM,
        optional_with: tuple[str, ...] = (),
    ) -> None:
        """Take COMMAND and all that follows it, options included, as `args.command`. It begins with
        the first word that is no option, behind "--", or with one of `starts`, like -m.

        metavar: what the help calls it. optional_with: options that it may be left out with."""
        self._program_starts = starts
        self._optional_with = optional_with
        self._program = self.add_argument(
            "command", metavar=metavar, nargs=argparse.REMAINDER, help=help
        )

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """The arguments behind the command's name. Raises UsageError or HelpAsked."""
        options, words = self._sorted(list(argv))
        try:
            if self._program is None:
                if words and not self._get_positional_actions():
                    self.error(f"unrecognized arguments: {' '.join(words)}")
                return self.parse_args([*options, "--", *words] if words else options)
            args = self.parse_args(options)
        except argparse.ArgumentError as error:
            name = f"{error.argument_name}: " if error.argument_name else ""
            self.error(f"{name}{error.message}")
        if not words and not any(getattr(args, one) for one in self._optional_with):
            self.error(f"the following arguments are required: {self._program.metavar}")
        args.command = words
        return args

    def _sorted(self, argv: list[str]) -> tuple[list[str], list[str]]:
        """The options with their values, and the other words. Raises UsageError for an option that
        there is not."""
        options: list[str] = []
        words: list[str] = []
        at = 0
        while at < len(argv):
            word = argv[at]
            if word == "--":
                return options, words + argv[at + 1 :]
            if not word.startswith("-") or word == "-" or word in self._program_starts:
                if self._program is not None:
                    return options, argv[at:]
                words.append(word)
                at += 1
                continue
            flag, equals, _ = word.partition("=")
            action = self._option_string_actions.get(flag)
            if action is None:
                raise UsageError(f"{self._command}: {self._no_such_option(flag)}")
            taken = 2 if action.nargs is None and not equals else 1
            options += argv[at : at + taken]
            at += taken
        return options, words

    def _no_such_option(self, flag: str) -> str:
        names = {known.lstrip("-"): known for known in self._option_string_actions}
        near = lazy.load(HELP).closest(flag.lstrip("-"), names)
        hint = f"did you mean {names[near]}?" if near else f"{self.prog} --help lists them"
        return f"no option {flag}; {hint}"

    def error(self, message: str) -> NoReturn:
        """Of argparse: a mistake on the command line."""
        raise UsageError(f"{self._command}: {message}; usage: {self.usage} (--help explains it)")

    def format_help(self) -> str:
        """Of argparse."""
        words = lazy.load(HELP)
        self.formatter_class = _formatter(words.width())
        parts = ["examples:", *words.table(self._examples), ""]
        parts += ["exit status:", *words.table(self._statuses)]
        self.description = words.paragraphs(self.description)
        self.epilog = "\n".join(parts)
        # What an option may be given or not is its own, and never the next word (`_sorted`).
        return re.sub(r"(--[\w-]+) \[(\w+)\]", r"\1[=\2]", super().format_help())

    def print_help(self, file: object = None) -> None:
        """Of argparse, which would lose an error of writing it."""
        raise HelpAsked(self.format_help())


def _formatter(width: int) -> Any:
    """argparse makes one for each argument that is added, too, so the width is not asked for."""
    return functools.partial(
        argparse.RawDescriptionHelpFormatter, max_help_position=28, width=width
    )
