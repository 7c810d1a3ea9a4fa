"""Brings `ranks collect` to the nodes of a running cluster of Dask or Ray: a program of its own,
since it imports their packages. What comes back over their connection becomes a file a node.

    python -m atfault.cli.over_cluster dask ADDRESS FOLDER COMMAND…

Nothing of ours has to be known to the workers: they call subprocess.run. In Dask the nanny does,
where there is one: it answers while its worker does not, and blocks nothing.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any

from atfault import lazy
from atfault.cli.carriers import AT_ONCE, keep
from atfault.errors import AccessError, AtfaultError
from atfault.report.escape import clean

CONNECT_SECONDS = 20
ANSWER_SECONDS = 300
MAX_SAID = 1000
Answer = subprocess.CompletedProcess[bytes]
Nodes = dict[str, Callable[[], Answer]]
"""By host: what runs the command there."""
RUN: dict[str, Any] = {
    "stdin": subprocess.DEVNULL,
    "capture_output": True,
    "timeout": ANSWER_SECONDS,
}


@contextmanager
def dask(address: str, command: Sequence[str]) -> Iterator[Nodes]:
    """Raises AccessError."""
    distributed = lazy.load("distributed")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, RuntimeError, distributed.TimeoutError) as error:
        raise AccessError(f"no scheduler of Dask answers at {address}: {error}") from None
    with client:

        def at(worker: str, nanny: bool) -> Any:
            where = {"workers": [worker], "nanny": nanny}
            return client.run(subprocess.run, list(command), **where, **RUN)[worker]

        workers = client.scheduler_info(n_workers=-1)["workers"]
        known = sorted((bool(told.get("nanny")), one) for one, told in workers.items())
        yield {workers[one]["host"]: partial(at, one, has_nanny) for has_nanny, one in known}


@contextmanager
def ray(address: str, command: Sequence[str]) -> Iterator[Nodes]:
    """Raises AccessError."""
    package, placed = lazy.load("ray"), lazy.load("ray.util.scheduling_strategies")
    try:
        _reach(address)
        package.init(address, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        raise AccessError(f"no cluster of Ray answers at {address}: {error}") from None

    def at(node: str) -> Any:
        there = placed.NodeAffinitySchedulingStrategy(node, soft=False)
        task = package.remote(num_cpus=0, scheduling_strategy=there)(subprocess.run)
        return package.get(task.remote(list(command), **RUN), timeout=ANSWER_SECONDS)

    try:
        nodes = [one for one in package.nodes() if one["Alive"]]
        yield {one["NodeManagerAddress"]: partial(at, one["NodeID"]) for one in nodes}
    finally:
        package.shutdown()


def _reach(address: str) -> None:
    """Ray itself asks for minutes where nobody answers. Raises OSError, ValueError."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:  # and not "auto"
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


CLUSTERS = {"dask": dask, "ray": ray}


def main(argv: Sequence[str]) -> int:
    """Which nodes did not answer is told on standard error, and is a status of 1."""
    name, address, folder, *command = argv
    problems: list[str] = []
    try:
        with CLUSTERS[name](address, command) as nodes:
            pool = ThreadPoolExecutor(AT_ONCE)
            asked = {host: pool.submit(_fetch, folder, host, run) for host, run in nodes.items()}
            wait(asked.values(), ANSWER_SECONDS)
            told = {
                host: one.result() if one.done() else "no answer" for host, one in asked.items()
            }
            problems += [f"{host}: {problem}" for host, problem in told.items() if problem]
    except ImportError as error:
        problems.append(f"the package {error.name} is not installed: pip install {error.name}")
    except AtfaultError as error:
        problems.append(str(error))
    for one in problems:
        sys.stderr.write(f"atfault: {clean(one)}\n")
    return 1 if problems else 0


def _fetch(folder: str, host: str, run: Callable[[], Answer]) -> str:
    """ "" or why there is no file of this host."""
    try:
        done = run()
    except Exception as error:  # whatever the packages raise, or what ran there
        return f"{type(error).__name__}: {error}"
    problem = keep(folder, host, done.stdout, done.returncode)
    said = done.stderr[-MAX_SAID:].decode("utf-8", "replace").strip().replace("\n", "; ")
    return f"{problem}: {said}" if problem and said else problem


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)  # without waiting for who has not answered
