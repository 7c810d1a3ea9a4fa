"""What runs on the machine, kept for the looks at many ranks."""

from __future__ import annotations

import os
import subprocess

from atfault.decode.waiting.channels import Channels
from atfault.snapshot.live import LiveMemory
from atfault.snapshot.machine import Machine
from atfault.snapshot.target import ProcessView, Target

AGES = 3600.0


def test_what_is_known_lasts():
    machine = Machine(AGES)
    assert machine.open_in() is machine.open_in()
    assert machine.processes() is machine.processes()
    assert machine.open_in() is not machine.open_in(anew=True)


def test_nothing_lasts_unless_said():
    machine = Machine()
    assert machine.open_in() is not machine.open_in()


def orphan(channel, seconds):
    """A process that init has adopted, with a channel."""
    shell = ["sh", "-c", f"sleep {seconds} >/dev/null & echo $!"]
    return int(subprocess.run(shell, stdout=subprocess.PIPE, check=True, pass_fds=[channel]).stdout)


def test_who_has_the_other_end_of_what_was_made_since_is_looked_for_anew():
    """Of a pipe between two that are no relatives of each other."""
    machine = Machine(AGES)
    machine.open_in()
    reads, writes = os.pipe()
    reader, writer = orphan(reads, 600), orphan(writes, 601)
    os.close(reads)
    os.close(writes)
    try:
        with Target(reader, machine=machine) as target:
            memory = LiveMemory(target.memory_fd, target.readable)
            found = Channels(ProcessView(target, memory, ())).resource(reads)
    finally:
        os.kill(reader, 9)
        os.kill(writer, 9)
    assert [one.pid for one in found.channel.peers] == [writer]
