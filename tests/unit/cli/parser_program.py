"""Parses command lines with the parser of all commands, under any Python that atfault runs on.

Reads a JSON list of command lines from standard input and writes what became of each.
"""

import json
import sys

from atfault.cli.arguments import Number, Whole
from atfault.cli.command import HelpAsked, Parser
from atfault.errors import UsageError

EXAMPLES = [("atfault sample x", "does it")]
STATUSES = [("0", "it was done")]


class Sample:
    name = "sample"
    summary = "a sample"

    def prepare_parser(self, parser):
        parser.describe("[OPTIONS] FIRST [SECOND]", "Does a thing.", EXAMPLES, STATUSES)
        parser.add_argument("first", metavar="FIRST")
        parser.add_argument("second", metavar="SECOND", nargs="?")
        group = parser.add_argument_group("group")
        group.add_argument("-v", "--verbose", action="store_true")
        group.add_argument("--file", metavar="FILE")
        group.add_argument("--mode", choices=("a", "b"), default="a")
        group.add_argument("--count", metavar="N", type=Whole(1, 2000), default=3)
        group.add_argument("--wait", metavar="SECONDS", type=Number(0.5, 10, "seconds"))


class Rest(Sample):
    name = "rest"

    def prepare_parser(self, parser):
        parser.describe("[OPTIONS] [--] COMMAND", "Does a thing.", EXAMPLES, STATUSES)
        parser.add_program("the program", starts=("-m", "-c"))
        parser.add_argument("-v", "--verbose", action="store_true")
        parser.add_argument("--file", metavar="FILE")


def parsed(line):
    parser = Parser((Rest if line[0] == "rest" else Sample)())
    try:
        return vars(parser.parse(line[1:]))
    except UsageError as error:
        return {"error": str(error)}
    except HelpAsked as asked:
        return {"help": str(asked)}


if __name__ == "__main__":
    json.dump([parsed(line) for line in json.load(sys.stdin)], sys.stdout)
