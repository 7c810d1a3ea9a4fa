"""Locks of files of this very process and of children of it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import subprocess
import sys

import pytest

from atfault.snapshot import file_locks

ME = os.getpid()


def test_who_holds_the_lock_of_a_file_is_found(tmp_path):
    with open(tmp_path / "locked", "w") as file:
        assert file_locks.file_lock_owners(ME, file.fileno()) == ()
        fcntl.flock(file, fcntl.LOCK_EX)
        assert file_locks.file_lock_owners(ME, file.fileno()) == (ME,)


HOLDER = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("pragma journal_mode = " + sys.argv[2])
base.execute("create table if not exists t (a)")
base.execute("begin immediate")
base.execute("insert into t values (1)")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_who_has_a_database_locked_is_found(tmp_path, mode):
    path = str(tmp_path / "orders.db")
    ours = sqlite3.connect(path, timeout=0)
    ours.execute(f"pragma journal_mode = {mode}")
    ours.execute("create table t (a)")
    ours.commit()
    assert file_locks.database_owner(ME) is None
    argv = [sys.executable, "-c", HOLDER, path, mode]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"locked\n"
        assert file_locks.database_owner(ME) == (path, holder.pid)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            ours.execute("insert into t values (2)")
    ours.close()


def test_a_lock_of_the_process_itself_is_another_connections(tmp_path):
    path = str(tmp_path / "orders.db")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("create table t (a)")
    holder.execute("begin immediate")
    try:
        assert file_locks.database_owner(ME) == (path, ME)
    finally:
        holder.close()


def test_a_lock_of_flock_is_told_of_who_still_has_the_file_open(tmp_path):
    path = tmp_path / "turn.lock"
    with open(path, "w") as held, open(path) as wanted:
        fcntl.flock(held, fcntl.LOCK_EX)
        child = subprocess.Popen(["sleep", "60"], stdin=held)
        try:
            held.close()
            assert file_locks.file_lock_owners(ME, wanted.fileno()) == ()
            assert file_locks.file_lock_owners(ME, wanted.fileno(), [ME, child.pid]) == (child.pid,)
        finally:
            child.kill()
            child.wait()
