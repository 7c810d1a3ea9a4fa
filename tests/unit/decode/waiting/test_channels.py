"""Where the ends of pipes are looked for."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

from atfault.decode.waiting.channels import Channels
from atfault.snapshot.fds import describe


def test_the_reader_of_what_a_grandchild_writes_is_found() -> None:
    """python (this one, reads) → sh → python (writes)."""
    script = "import sys; sys.stdin.read()"
    command = f"{sys.executable} -c '{script}'; true"
    with subprocess.Popen(
        ["sh", "-c", f"echo; {command}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as shell:
        assert shell.stdout is not None and shell.stdin is not None
        shell.stdout.readline()
        grandchild = _child_of(shell.pid)
        process = SimpleNamespace(pid=grandchild)
        snapshot: Any = SimpleNamespace(process=process, kind="live")
        channels = Channels(snapshot)
        info = describe(grandchild, 1)
        assert info is not None
        ends = channels._find_ends(info, "pipe")
        shell.stdin.close()
        readers = {end.pid for end in ends if end.direction == "read"}
        assert readers == {os.getpid()}


def _child_of(pid: int) -> int:
    while True:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            found = file.read().split()
        if found:
            return int(found[0])
