"""While `attach` watches, a terminal shows how far it is; a pipe gets nothing of it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.run_command import ATFAULT, environment


@pytest.fixture
def sleeping() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", "print(flush=True); import time; time.sleep(100)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def attach(pid: int, state: str, stderr: int, *options: str) -> bytes:
    done = subprocess.run(
        [*ATFAULT, "attach", *options, str(pid)],
        env=environment(state, TERM="xterm", COLUMNS="80"),
        stdout=subprocess.PIPE,
        stderr=stderr,
        timeout=60,
        check=True,
    )
    return done.stdout


def on_terminal(pid: int, state: str, *options: str) -> tuple[bytes, str]:
    """(standard output, what the terminal behind standard error got)."""
    master, slave = pty.openpty()
    try:
        out = attach(pid, state, slave, *options)
        os.set_blocking(master, False)
        seen = b""
        try:
            while part := os.read(master, 65536):
                seen += part
        except OSError:
            pass
    finally:
        os.close(master)
        os.close(slave)
    return out, seen.decode("utf-8", "replace")


@pytest.mark.representative("progress")
def test_a_terminal_shows_how_long_it_still_takes(sleeping, tmp_path):
    out, seen = on_terminal(sleeping.pid, str(tmp_path), "--watch", "1.5")
    assert f"watching process {sleeping.pid}" in seen
    assert "1 s left" in seen
    assert b"watching" not in out
    assert seen.rstrip("\r\n").endswith("\x1b[2K"), "the line is gone afterwards"


def test_nothing_is_drawn_where_nobody_watches(sleeping, tmp_path):
    _, seen = on_terminal(sleeping.pid, str(tmp_path), "--now")
    assert seen == ""
    with open(tmp_path / "err", "w+b") as errors:
        attach(sleeping.pid, str(tmp_path), errors.fileno(), "--watch", "1")
        errors.seek(0)
        assert errors.read() == b""
