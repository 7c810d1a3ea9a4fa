"""`atfault ranks collect DIR`: look at the ranks of this node, and leave one file there."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys

from atfault import lazy
from atfault.arch.host import require_supported
from atfault.cli.arguments import Whole
from atfault.cli.carriers import SUFFIX, carriers, carry, planned, trip
from atfault.cli.command import Parser
from atfault.cli.output import STDOUT, make_folder, put, write_file
from atfault.cli.statuses import NO_STATE, OK
from atfault.errors import AccessError, UsageError
from atfault.model.counts import counted
from atfault.options import Options
from atfault.report.escape import clean
from atfault.saved import host_name
from atfault.snapshot.ptrace import ensure_survives

NODE = "atfault.analyze.node"
EXAMPLES: tuple[tuple[str, str], ...] = (
    ("atfault ranks collect DIR", "look at your ranks on this node, a file of them into DIR"),
    ("atfault ranks collect DIR --over srun:4711", "on each node of a Slurm job"),
    ("atfault ranks collect DIR --over clush:node[1-64]", "on these hosts"),
    ("atfault ranks collect DIR --over kubectl:app=train", "in each pod with this label"),
)
"""For the help of `ranks`."""
NONE_HERE = "no process of yours here has a rank in its environment"
_STEP = re.compile(r"[0-9]+(?:_[0-9]+)?(?:\.[\w+]+)?", re.ASCII)
MAX_LISTED = 1 << 20


def add_options(parser: Parser) -> None:
    """Those that `collect` takes alone."""
    group = parser.add_argument_group("collect")
    group.add_argument(
        "--pid",
        type=Whole(1, (1 << 31) - 1),
        action="append",
        metavar="PID",
        help="the ranks among this process and those it has started (1 to 2,147,483,647), as often "
        "as wanted",
    )
    group.add_argument(
        "--slurm-step",
        metavar="J.S",
        help="the ranks of a step of a job of Slurm's on this node, or of the job J",
    )
    group.add_argument(
        "--all-mine",
        action="store_true",
        help="all processes of yours that have a rank in their environment (the default)",
    )
    group.add_argument(
        "--now", action="store_true", help="do not wait a second to see whether they stand"
    )
    group.add_argument(
        "--over",
        metavar="CARRIER:TARGET",
        help="start it on each node: "
        + ", ".join(f"{one.name}:{one.target}" for one in carriers().values()),
    )
    group.add_argument(
        "--with",
        dest="words",
        metavar="WORDS",
        default="",
        help="more options of the carrier's: --with '-n training -c main'",
    )
    group.add_argument(
        "--atfault",
        metavar="COMMAND",
        help="how atfault is called over there (this one; in pods: atfault)",
    )
    group.add_argument(
        "--dry-run", action="store_true", help="print what --over would run, and run nothing"
    )


def collect(folder: str, args: argparse.Namespace) -> int:
    """The exit status. Raises AtfaultError."""
    if args.over is not None:
        return _carried(folder, args)
    if args.dry_run or args.words or args.atfault:
        raise UsageError("ranks: --dry-run, --with and --atfault belong to --over")
    require_supported()
    if folder != STDOUT:
        make_folder(folder)
    ensure_survives()
    node = lazy.load(NODE)
    pids = list(args.pid or ())
    suffix = ""
    if args.slurm_step is not None:
        pids += _of_step(args.slurm_step)
        suffix = f".{args.slurm_step}"
    is_chosen = args.pid is not None or args.slurm_step is not None
    if args.pid is not None:
        suffix += f".{args.pid[0]}"
    ranks = node.ranks_of_user() if args.all_mine or not is_chosen else node.ranks_below(pids)
    if not ranks:
        put_aside(NONE_HERE if not is_chosen else "no rank is among these processes")
        return NO_STATE
    options = Options(lines=False, mask_secrets=not args.show_secrets)
    look = node.look_at_node(ranks, options, is_watched=not args.now)
    for line in look.warnings:
        put_aside(line)
    write_file(look.text(host_name()), STDOUT if folder == STDOUT else _file(folder, suffix))
    return OK


def _file(folder: str, suffix: str) -> str:
    return os.path.join(folder, host_name() + suffix + SUFFIX)


def _carried(folder: str, args: argparse.Namespace) -> int:
    if args.pid is not None or args.slurm_step is not None:
        raise UsageError("ranks: --pid and --slurm-step are of one node, and --over of many")
    options = ["--now"] if args.now else []
    options += ["--show-secrets"] if args.show_secrets else []
    going = trip(args.over, folder, args.atfault, args.words, options)
    if args.dry_run:
        put(planned(going))
        return OK
    make_folder(folder)
    before = _files(folder)
    for line in carry(going):
        put_aside(line)
    written = len([one for one in _files(folder).items() if one not in before.items()])
    put_aside(f"{counted(written, 'node')} answered: atfault ranks {folder}")
    return OK if written else NO_STATE


def _files(folder: str) -> dict[str, int]:
    """What the nodes have left there: (name, when it was written)."""
    with os.scandir(folder) as found:
        return {one.name: one.stat().st_mtime_ns for one in found if one.name.endswith(SUFFIX)}


def _of_step(step: str) -> list[int]:
    """The processes of a step of a job on this node, as Slurm lists them. Raises AccessError or
    UsageError."""
    if not _STEP.fullmatch(step):
        raise UsageError(f"ranks: --slurm-step takes JOB or JOB.STEP, not {step!r}")
    try:
        listed = subprocess.run(
            ["scontrol", "listpids", step], stdin=subprocess.DEVNULL, capture_output=True
        )
    except OSError as error:
        raise AccessError(f"cannot ask Slurm: scontrol: {error.strerror or error}") from None
    lines = listed.stdout[:MAX_LISTED].decode("ascii", "replace").split("\n")
    pids = [words[0] for words in map(str.split, lines) if words and words[0].isdigit()]
    if not pids:
        why = listed.stderr[:200].decode("utf-8", "replace").strip()
        raise AccessError(f"Slurm knows no process of {step} on this node" + f": {why}" * bool(why))
    return [int(one) for one in pids if 1 < int(one) < 1 << 31]


def put_aside(line: str) -> None:
    """A line on standard error, where it does not get into what is collected."""
    try:
        sys.stderr.write(f"atfault: {clean(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
