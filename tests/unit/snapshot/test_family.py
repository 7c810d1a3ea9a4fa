"""The relatives of processes that really run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from atfault.snapshot import family, procfs

PARENT = """
import multiprocessing, os, subprocess, sys, time

def work():
    time.sleep(60)

if __name__ == "__main__":
    children = {}
    for method in ("fork", "spawn", "forkserver"):
        process = multiprocessing.get_context(method).Process(target=work)
        process.start()
        children[method] = process.pid
    commands = {"program": "exec sleep 60", "failed": "exit 3", "killed": "kill -9 $$"}
    # Kept, since subprocess waits for the children of objects that are gone.
    kept = {name: subprocess.Popen(["sh", "-c", text]) for name, text in commands.items()}
    children.update({name: process.pid for name, process in kept.items()})
    def content(name, file):
        with open(f"/proc/{children[name]}/{file}") as opened:
            return opened.read()
    dead = [name for name in commands if name != "program"]
    while "spawn_main" not in content("spawn", "cmdline") or any(
        ") Z " not in content(name, "stat") for name in dead
    ):
        time.sleep(0.01)
    print(*[f"{k}={v}" for k, v in children.items()], flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """(pid, name → pid of the children)."""
    script = tmp_path_factory.mktemp("family") / "parent.py"
    script.write_text(PARENT)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    children = {k: int(v) for k, v in (word.split("=") for word in line.split())}
    everyone = [one for one in family.relatives(process.pid) if one.relation != "parent"]
    yield process.pid, children
    for one in everyone:
        if one.relation in ("child", "descendant"):
            try:
                os.kill(one.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    process.kill()
    process.communicate()


def relative(tree, name):
    pid, children = tree
    return next(one for one in family.relatives(pid) if one.pid == children[name])


@pytest.mark.parametrize(
    ("name", "relation", "role"),
    [
        ("fork", "child", "fork"),
        ("spawn", "child", "multiprocessing-spawn"),
        ("forkserver", "descendant", "multiprocessing-forkserver"),
        ("program", "child", "program"),
    ],
)
def test_how_a_child_was_started_is_told(tree, name, relation, role):
    found = relative(tree, name)
    assert (found.relation, found.role) == (relation, role)
    assert not found.has_died


def test_the_helpers_of_multiprocessing_are_told_from_its_workers(tree):
    # Siblings are left out: another test of this worker may have a tracker of its own.
    below = ("child", "descendant")
    roles = [one.role for one in family.relatives(tree[0]) if one.relation in below]
    assert roles.count("resource-tracker") == 1
    assert roles.count("forkserver") == 1


def test_how_a_dead_child_ended_is_told(tree):
    if os.geteuid():
        pytest.skip("/proc hides exit codes from those who may not trace")
    failed, killed = relative(tree, "failed"), relative(tree, "killed")
    assert (failed.has_died, failed.exit_code, failed.signal) == (True, 3, None)
    assert (killed.has_died, killed.exit_code, killed.signal) == (True, None, 9)


def test_the_parent_is_a_relative(tree):
    parent = [one for one in family.relatives(tree[0]) if one.relation == "parent"]
    assert [one.pid for one in parent] == [os.getpid()]


def test_children_are_found_without_the_kernels_own_list(tree):
    assert set(family._children_by_scan(tree[0])) == set(family.children(tree[0]))


def test_a_process_that_is_gone_has_no_relatives():
    process = subprocess.Popen(["true"])
    process.wait()
    assert family.relatives(process.pid) == ()


def test_relatives_cost_few_looks_at_each_process(tree, monkeypatch):
    read, looks = procfs.read, []
    monkeypatch.setattr(procfs, "read", lambda *asked: looks.append(asked) or read(*asked))
    found = family.relatives(tree[0])
    assert len(looks) <= 4 * len(procfs.processes()) + 20 * len(found)


def test_signals_that_a_child_blocks_are_told_once_they_were_sent():
    masked = "import signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM]); "
    code = masked + "print(flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
        process.stdout.readline()

        def told():
            return {one.pid: one.held_back for one in family.relatives(os.getpid())}[process.pid]

        assert told() == ()
        process.terminate()
        assert told() == (signal.SIGTERM,)
        process.kill()


def test_a_fork_that_init_has_adopted_is_told():
    """tests/real/healthy/event_of_an_adopted_process."""
    code = "import os, time\nif os.fork() == 0:\n    if os.fork() == 0: time.sleep(60)\n"
    code += "    os._exit(0)\nos.wait(); print(flush=True); time.sleep(60)"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        process.stdout.readline()
        found = [one for one in family.relatives(process.pid) if one.relation == "adopted"]
        assert [one.argv for one in found] == [(sys.executable, "-c", code)]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
