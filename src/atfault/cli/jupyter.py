"""`atfault jupyter`: a kernel that explains its death."""

from __future__ import annotations

import argparse
import os
import sys

from atfault.cli.command import Parser
from atfault.cli.output import put
from atfault.cli.statuses import OK, USAGE
from atfault.errors import UsageError
from atfault.jupyter import specs
from atfault.report.escape import clean

NONE_INSTALLED = 1
ACTIONS = ("install", "remove", "status")


class Jupyter:
    name = "jupyter"
    summary = "a kernel for notebooks that explains its death"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] install|remove|status",
            description=(
                "install adds a kernel to those that JupyterLab, VS Code and nbconvert offer: "
                "ipykernel's, for this Python, under watch. When it dies, the cell that it was "
                "executing shows which line was at fault, and why; so does the server's log. "
                "Everything else is as with ipykernel's own.\n\n"
                "remove takes it away again, and status says which are installed. A kernel that "
                "hangs: atfault attach --jupyter."
            ),
            examples=(
                ("atfault jupyter install", "a kernel 'Python 3 (atfault)', for this user"),
                ("atfault jupyter install --sys-prefix", "for this environment alone"),
                (
                    "jupyter nbconvert --to notebook --execute --ExecutePreprocessor.kernel_name="
                    "atfault heat.ipynb",
                    "run a notebook with it",
                ),
                ("atfault jupyter remove", "as if it had never been there"),
            ),
            statuses=(
                (str(OK), "done; of status: one is installed"),
                (str(NONE_INSTALLED), "of status: none is"),
                USAGE,
            ),
        )
        parser.add_argument(
            "action", metavar="|".join(ACTIONS), choices=ACTIONS, help="what is to be done"
        )
        parser.add_argument(
            "--name",
            metavar="NAME",
            default=specs.NAME,
            help=f"of the kernel, for several environments (default: {specs.NAME})",
        )
        parser.add_argument(
            "--display-name", metavar="TEXT", help="what notebooks call it", default=""
        )
        where = parser.add_mutually_exclusive_group()
        where.add_argument(
            "--user", action="store_true", help="for this user, wherever Jupyter runs: the default"
        )
        where.add_argument(
            "--sys-prefix",
            action="store_true",
            help="for the environment of this Python alone",
        )
        where.add_argument(
            "--prefix", metavar="DIR", default="", help="for the environment in DIR alone"
        )

    def run(self, args: argparse.Namespace) -> int:
        prefix = sys.prefix if args.sys_prefix else os.path.abspath(args.prefix or "/")
        if not (args.sys_prefix or args.prefix):
            prefix = ""
        if prefix and not os.path.isdir(prefix):
            raise UsageError(f"jupyter: --prefix {prefix}: no such folder")
        if args.action == "install":
            made = specs.install(args.name, args.display_name, prefix)
            put(_installed(made))
            return OK
        if args.action == "remove":
            put(
                f"removed kernel {clean(args.name)} from {clean(specs.remove(args.name, prefix))}\n"
            )
            return OK
        return _status(prefix)


def _installed(made: specs.Spec) -> str:
    return (
        f"kernel {clean(made.name)} is in {clean(made.folder)}\n"
        f'choose "{clean(made.display_name)}" in a notebook; to undo it: atfault jupyter remove'
        f"{'' if made.name == specs.NAME else f' --name {clean(made.name)}'}\n"
    )


def _status(prefix: str) -> int:
    found = specs.installed(prefix)
    if not found:
        put("no kernel of atfault's is installed: atfault jupyter install\n")
        return NONE_INSTALLED
    for one in found:
        broken = " (there is no such Python any more: install or remove it)" * one.is_broken
        put(
            f'{clean(one.name)}  "{clean(one.display_name)}"  {clean(one.folder)}\n'
            f"  starts {clean(one.python)}{broken}\n"
        )
    return OK
