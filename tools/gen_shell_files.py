"""Write share/: completion for bash, zsh and fish, and the manual page, from the commands' parsers.

python tools/gen_shell_files.py            write them
python tools/gen_shell_files.py --check    exit 1 when they are not fresh

Needs what `pip install '.[build]'` brings. pip puts the files below the prefix of the environment
that atfault is installed in, where shells and man look for them.
"""

from __future__ import annotations

import argparse
import os
import sys

import shtab
from argparse_manpage.manpage import Manpage

import atfault
from atfault.cli.command import Parser
from atfault.cli.main import COMMANDS, EXAMPLES, command

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMPLETIONS = {
    "bash": "share/bash-completion/completions/atfault",
    "zsh": "share/zsh/site-functions/_atfault",
    "fish": "share/fish/vendor_completions.d/atfault.fish",
}
MANUAL = "share/man/man1/atfault.1"
DESCRIPTION = "which line of a Python program is at fault for its crash or hang, and why"
FILES = (
    "FILE",
    "FILE|-",
    "PATH",
    "CORE",
    "EXECUTABLE",
    "SCRIPT",
    "COMMAND",
    "REPORT",
    "TARGET",
    "PYTHON",
)
FOLDERS = ("DIR",)
"""Metavars of what is the name of one."""


def whole_parser(*, in_full: bool) -> argparse.ArgumentParser:
    """All commands in one parser, which parses nothing: it is read by what writes the files.

    in_full: with what each command does, and its exit statuses.
    """
    whole = argparse.ArgumentParser("atfault", description=f"Finds {DESCRIPTION}.")
    whole.add_argument(
        "-V", "--version", action="version", version=atfault.__version__, help="show the version"
    )
    commands = whole.add_subparsers(metavar="COMMAND", title="commands")
    for name in COMMANDS:
        one, summary = Parser(command(name)), command(name).summary
        statuses = "; ".join(f"{status}: {meaning}" for status, meaning in one._statuses)
        text = f"{one.description}\n\nExit status: {statuses}."
        part = commands.add_parser(
            name,
            help=summary,
            usage=one.usage,
            description=text if in_full else summary,
            add_help=False,
        )
        for action in one._actions:
            if action.metavar in FILES:
                action.complete = shtab.FILE
            elif action.metavar in FOLDERS:
                action.complete = shtab.DIRECTORY
            part._add_action(action)
    return whole


def manual() -> str:
    page = Manpage(
        whole_parser(in_full=True),
        format="single-commands-section",
        _data={
            "project_name": "atfault",
            "version": atfault.__version__,
            "description": DESCRIPTION,
            "manual_title": "User Commands",
            "url": "https://github.com/atfault/atfault",
            "date": " ",  # else that of the day it was made
        },
    )
    examples = "\n".join(f".TP\n.B {_plain(typed)}\n{_plain(does)}" for typed, does in EXAMPLES)
    page.add_section("examples", "=", examples)
    return str(page)


def _plain(text: str) -> str:
    """As groff shows it."""
    return text.replace("\\", "\\\\").replace("-", "\\-").replace("'", "\\(aq")


def wanted() -> dict[str, str]:
    """Path below the root → text."""
    whole = whole_parser(in_full=False)
    made = {path: shtab.complete(whole, shell) for shell, path in COMPLETIONS.items()}
    made[MANUAL] = manual()
    return {path: f"{text.rstrip()}\n" for path, text in made.items()}


def stale() -> list[str]:
    found = []
    for path, text in wanted().items():
        try:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                is_fresh = file.read() == text
        except FileNotFoundError:
            is_fresh = False
        found += [] if is_fresh else [path]
    return found


def main(arguments: list[str]) -> int:
    os.environ["COLUMNS"] = "100"
    if "--check" in arguments:
        old = stale()
        for path in old:
            print(f"{path} is not fresh: run tools/gen_shell_files.py")
        return 1 if old else 0
    for path, text in wanted().items():
        path = os.path.join(ROOT, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
