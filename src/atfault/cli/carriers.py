"""What brings `ranks collect` to the nodes of a job: programs that are there, by carriers.tsv.

    name      as --over names it: srun:4711, clush:node[1-64]
    target    what it is given
    starts    once: it starts one collector a node, each of which writes to the folder, which all
              nodes share; each: a command a host, whose standard output becomes that host's file
    hosts     of `each`: the command that lists them, a line each, or {target}: with commas between
    command   a word in '…' is one that a shell over there takes apart again
    default   the name of atfault there; empty for the one that runs here

{words} are those of --with, {options} those of `collect`, {python} is what runs atfault here; what
is empty falls away.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

from atfault.errors import AccessError, UsageError
from atfault.model.counts import counted
from atfault.report.escape import clean
from atfault.text.tables import table
from atfault.whole_file import whole_file

AT_ONCE = 32
"""Commands of `each` that run at a time."""
MAX_OUTPUT = 64 << 20
"""Bytes of one host."""
MAX_HOSTS = 1 << 16
BEGINS = b'{"schema":"atfault.rank/'
SUFFIX = ".ranks.jsonl"


class Carrier(NamedTuple):
    """A row of the table."""

    name: str
    target: str
    starts: str
    hosts: str
    command: str
    default: str


class Trip(NamedTuple):
    """What a carrier is to do."""

    carrier: Carrier
    target: str
    folder: str
    atfault: tuple[str, ...]
    words: tuple[str, ...]
    options: tuple[str, ...]

    def filled(self, template: str, host: str = "") -> list[str]:
        """A command of the table as argv."""
        values = {
            "target": (self.target,),
            "folder": (self.folder,),
            "host": (host,),
            "atfault": self.atfault,
            "words": self.words,
            "options": self.options,
            "python": (sys.executable,),
        }
        argv = []
        for quoted, plain in re.findall(r"'([^']*)'|(\S+)", template):
            if quoted:
                argv.append(shlex.join(_expanded(quoted.split(), values)))
            else:
                argv += _expanded([plain], values)
        return argv


@cache
def carriers() -> dict[str, Carrier]:
    """By name, in the order of the table."""
    return {one["name"]: Carrier(**one) for one in table("carriers.tsv", beside=__file__)}


def trip(over: str, folder: str, atfault: str | None, words: str, options: Sequence[str]) -> Trip:
    """over: NAME:TARGET. folder: where the files of the nodes go. atfault: its name over there.
    words: more of the carrier's own. options: of `collect`. Raises UsageError."""
    name, _, target = over.partition(":")
    carrier = carriers().get(name)
    if carrier is None or not target or target.startswith("-"):
        known = ", ".join(f"{one.name}:{one.target}" for one in carriers().values())
        raise UsageError(f"ranks: --over takes one of {known}, not {over!r}")
    if folder == "-":
        raise UsageError("ranks: --over wants a folder for the files of the nodes")
    try:
        own = shlex.split(words)
        there = shlex.split(atfault or carrier.default) or [sys.executable, "-m", "atfault"]
    except ValueError as error:
        raise UsageError(f"ranks: --with, --atfault: {error}") from None
    folder = os.path.abspath(folder)
    return Trip(carrier, target, folder, tuple(there), tuple(own), tuple(options))


def planned(trip: Trip) -> str:
    """What it runs, for a shell, a line a command."""
    carrier = trip.carrier
    lines = [] if _names_hosts(carrier) else [shlex.join(trip.filled(carrier.hosts))]
    if carrier.starts == "once":
        lines = [shlex.join(trip.filled(carrier.command))]
    elif _names_hosts(carrier):
        lines = [shlex.join(trip.filled(carrier.command, one)) for one in _hosts(trip)]
    else:
        lines.append(shlex.join(trip.filled(carrier.command, "HOST")))
    return "".join(f"{line}\n" for line in lines)


def carry(trip: Trip) -> list[str]:
    """Run it; which hosts did not answer, and why, a line each. Of one that starts the collectors
    itself: how that failed, which it tells on standard error. Raises AccessError."""
    if trip.carrier.starts == "once":
        argv = trip.filled(trip.carrier.command)
        code = _started(argv, stdout=None).wait()
        return [] if code == 0 else [f"{trip.carrier.name} ended with status {code}"]
    hosts = _hosts(trip)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        problems = list(pool.map(lambda host: _fetch(trip, host), hosts))
    return [f"{host}: {problem}" for host, problem in zip(hosts, problems) if problem]


def _expanded(words: Sequence[str], values: Mapping[str, Sequence[str]]) -> list[str]:
    """Each "{name}" by its words; one inside of a word by the first."""
    out: list[str] = []
    for word in words:
        whole = re.fullmatch(r"\{(\w+)\}", word)
        out += values[whole[1]] if whole else [word]
    return out


def _names_hosts(carrier: Carrier) -> bool:
    return carrier.hosts in ("", "{target}")


def _hosts(trip: Trip) -> list[str]:
    """Raises AccessError where there are none."""
    if _names_hosts(trip.carrier):
        found = trip.target.split(",")
    else:
        asked = _started(trip.filled(trip.carrier.hosts), stdout=subprocess.PIPE)
        found = os.fsdecode(asked.communicate()[0]).split("\n")
        if asked.returncode:
            raise AccessError(f"{trip.carrier.name} ended with status {asked.returncode}")
    hosts = [one.strip() for one in found if one.strip()][:MAX_HOSTS]
    bad = next((one for one in hosts if one.startswith("-")), "")
    if bad or not hosts:
        raise AccessError(f"{trip.carrier.name}: no host {bad or trip.target}")
    return hosts


def _fetch(trip: Trip, host: str) -> str:
    """Write the file of one host; "" or why there is none."""
    try:
        started = _started(trip.filled(trip.carrier.command, host), stdout=subprocess.PIPE)
        assert started.stdout is not None
        with started, started.stdout as output:
            content = output.read(MAX_OUTPUT + 1)
            if len(content) > MAX_OUTPUT:
                started.kill()
    except (OSError, AccessError) as error:
        return clean(str(error))
    return keep(trip.folder, host, content, started.returncode)


def keep(folder: str, host: str, content: bytes, status: int) -> str:
    """Write the file of one host, of what a collector has printed there; "" or why there is
    none."""
    if len(content) > MAX_OUTPUT:
        return f"more than {counted(MAX_OUTPUT >> 20, 'MiB', 'MiB')} of output"
    if not content.startswith(BEGINS):
        return f"no ranks, status {status}"
    name = re.sub(r"[^\w.-]", "_", host, flags=re.ASCII).lstrip(".") + SUFFIX
    try:
        with whole_file(os.path.join(folder, name)) as file:
            file.write(content)
    except (OSError, AccessError) as error:
        return clean(str(error))
    return ""


def _started(argv: list[str], stdout: int | None) -> subprocess.Popen[bytes]:
    """Raises AccessError where there is no such program."""
    try:
        return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=stdout)
    except OSError as error:
        raise AccessError(f"cannot start {argv[0]}: {error.strerror or error}") from None
