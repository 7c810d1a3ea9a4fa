"""A read of what another thread has closed goes on until it is interrupted, and then fails;
`atfault attach` must not make that happen."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from atfault.analyze.live import look_into
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.target import Target, is_closed

CLOSED = """
import os, socket, threading, time
kept, connection = socket.socketpair()
reader = threading.Thread(target=connection.recv, args=(1,), name="reader")
reader.start()
time.sleep(0.2)
connection.close()
print(kept.fileno() + 1, flush=True)
reader.join()
"""


@pytest.mark.representative("attach does no harm", only=("0.0",))
@pytest.mark.parametrize("watch", [0.0, 1.0])
def test_who_reads_what_was_closed_is_told_and_reads_on(watch: float) -> None:
    with subprocess.Popen([sys.executable, "-c", CLOSED], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            fd = int(process.stdout.readline())
            assert is_closed(process.pid, fd) and not is_closed(process.pid, 1)
            for _ in range(2):
                with Target(process.pid) as target:
                    report = look_into(target, Options(lines=False), watch=watch).report
                found = report.diagnosis[0]
                assert f"file descriptor {fd}, closed meanwhile" in found.summary
                assert len(report.threads) == 2
            time.sleep(0.2)
            assert process.poll() is None
            assert len(procfs.threads(process.pid)) == 2
        finally:
            process.kill()
