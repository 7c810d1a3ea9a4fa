"""Starts ranks that communicate by a stand-in for torch.distributed: ranks_launcher.py N PROGRAM …

The package of that name is written into the last argument, a folder beside; an operation is over
once all ranks have asked for one.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys

PACKAGE = """
import os

ENDS = {"": int(os.environ["STAND_IN_END"])}


def init_process_group(backend):
    pass


def get_rank():
    return int(os.environ["RANK"])


def all_reduce(tensor, op=None, group=None, async_op=False):
    os.write(ENDS[""], b"r")
    os.read(ENDS[""], 1)


def barrier(group=None):
    os.write(ENDS[""], b"b")
    os.read(ENDS[""], 1)
"""


def main() -> None:
    count, command = int(sys.argv[1]), sys.argv[2:]
    folder = os.path.join(os.path.dirname(command[-1]), "stand-in", "site-packages")
    os.makedirs(os.path.join(folder, "torch", "distributed"))
    for name, text in (
        ("__init__.py", "def ones(count):\n    return [1.0] * count\n"),
        ("distributed/__init__.py", "from torch.distributed.distributed_c10d import *\n"),
        ("distributed/distributed_c10d.py", PACKAGE),
    ):
        with open(os.path.join(folder, "torch", name), "w", encoding="utf-8") as file:
            file.write(text)
    ends = []
    for rank in range(count):
        ours, theirs = socket.socketpair()
        ends.append(ours)
        job = {"RANK": str(rank), "WORLD_SIZE": str(count), "STAND_IN_END": str(theirs.fileno())}
        environment = {**os.environ, **job, "PYTHONPATH": folder}
        subprocess.Popen([sys.executable, *command], env=environment, pass_fds=[theirs.fileno()])
        theirs.close()
    while True:
        asked = {end.recv(1) for end in ends}
        if len(asked) == 1:
            for end in ends:
                end.send(b"d")


main()
