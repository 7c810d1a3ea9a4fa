"""`atfault skill`: what an assistant should know of atfault, as a file."""

from __future__ import annotations

import argparse
import os

from atfault.cli.command import Parser
from atfault.cli.output import put
from atfault.cli.statuses import OK, USAGE

FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "skill", "SKILL.md")


class Skill:
    name = "skill"
    summary = "print the skill file for an assistant"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="",
            description=(
                "Prints a file that tells an assistant when to use atfault, which command for "
                "what, and how to read a report. Put it where your assistant looks for skills."
            ),
            examples=(("atfault skill > SKILL.md", "write it to a file"),),
            statuses=((str(OK), "it was printed"), USAGE),
        )

    def run(self, args: argparse.Namespace) -> int:
        with open(FILE, encoding="utf-8") as file:
            put(file.read())
        return OK
