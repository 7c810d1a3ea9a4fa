"""The handler's entry, fed as the kernel would feed it: a process that stands, its core on a pipe.

What the kernel does itself is tried by test_handler_kernel.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atfault.handler import spool
from atfault.handler.places import Places
from support import needs

FED = """
import sys
from atfault.handler import spool
from atfault.handler.handle import handle
from atfault.handler.places import Places
spool.MAX_JOBS = int(sys.argv[1])
handle(sys.argv[3:], Places(*sys.argv[2].split("\\n")))
"""
CORE = b"\x7fELF" + bytes(100_000) + b"the end"
UID = 2001

pytestmark = needs.root


@pytest.fixture
def places(tmp_path: Path) -> Places:
    tmp_path.chmod(0o755)
    for name in ("pattern", "limit", "uses_pid", "log"):
        (tmp_path / name).write_text("0")
    folder = str(tmp_path / "state")
    spool.prepare(folder)
    files = [str(tmp_path / name) for name in ("pattern", "limit", "uses_pid", "boot")]
    return Places(*files, folder, str(tmp_path / "log"))


def feed(
    places: Places, former: str, pid: int, *, jobs: int = 128, code: str = FED, **other: str
) -> None:
    Path(places.record).write_text(json.dumps({"pattern": former, "limit": "0"}))
    numbers = {"P": pid, "I": pid, "s": 11, "u": UID, "g": UID, "d": 1, "c": 1 << 30, "t": 9}
    words = [*map(str, {**numbers, **other}.values()), "a host"]
    subprocess.run(
        [sys.executable, "-c", code, str(jobs), "\n".join(places), *words],
        input=CORE,
        check=True,
        timeout=60,
    )


@pytest.fixture
def standing(tmp_path: Path):
    """What starts a program in a folder of its own, as a user."""
    started = []
    folder = tmp_path / "theirs"
    folder.mkdir()
    os.chown(folder, UID, UID)

    def start(*command: str) -> int:
        process = subprocess.Popen(
            command, cwd=folder, user=UID, group=UID, extra_groups=[], stdin=subprocess.PIPE
        )
        started.append(process)
        return process.pid

    yield start
    for process in started:
        process.kill()
        process.communicate()


@needs.program("sleep")
@pytest.mark.representative("handler")
def test_another_program_s_core_goes_on_unread(places, standing, tmp_path) -> None:
    former = tmp_path / "former"
    former.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/words\ncat > {tmp_path}/taken\n')
    former.chmod(0o755)
    pid = standing("sleep", "1000")
    feed(places, f"|{former} -p%p -P%P %s %u %e -- %h", pid)
    assert (tmp_path / "taken").read_bytes() == CORE
    words = (tmp_path / "words").read_text()
    assert words == f"-p{pid} -P{pid} 11 {UID} sleep -- a host\n"
    assert spool.counts(places.folder) == {"passed on": 1}


@pytest.mark.parametrize(
    ("former", "other", "files"),
    [
        ("core", {}, {"core": len(CORE)}),
        ("core.%e", {}, {"core.sleep": len(CORE)}),
        ("core", {"c": "0"}, {}),
        ("core", {"d": "2"}, {}),
        ("core", {"c": "70000"}, {"core": 65536}),
        ("", {}, {}),
    ],
)
def test_a_file_is_written_as_the_kernel_would(places, standing, tmp_path, former, other, files):
    feed(places, former, standing("sleep", "1000"), **other)
    found = {path.name: path.stat() for path in (tmp_path / "theirs").iterdir()}
    assert {name: status.st_size for name, status in found.items()} == files
    assert all((s.st_uid, s.st_mode & 0o777) == (UID, 0o600) for s in found.values())


def test_a_file_follows_no_link_and_reaches_nothing_of_root_s(places, standing, tmp_path) -> None:
    target = tmp_path / "root's"
    target.write_text("kept")
    (tmp_path / "theirs" / "core").symlink_to(target)
    feed(places, "core", standing("sleep", "1000"))
    assert target.read_text() == "kept"
    feed(places, f"{tmp_path}/state/core", standing("sleep", "1000"))
    assert not os.path.exists(tmp_path / "state" / "core")


def test_where_there_is_no_place_a_python_is_dropped_aloud_and_passed_on(
    places, standing, tmp_path
) -> None:
    pid = standing("/usr/bin/python3", "-c", "import sys; sys.stdin.read()")
    feed(places, "core", pid, jobs=0)
    assert (tmp_path / "theirs" / "core").read_bytes() == CORE
    assert spool.counts(places.folder)["dropped"] == 1
    assert "dropped: more than 0 crashes at once" in Path(places.log).read_text()


BREAK = {
    "the look": ("looking.explain", "RuntimeError: broken"),
    "the look's program": ("looking.subprocess.Popen", "RuntimeError: broken"),
    "the spool": ("spool.look", "RuntimeError: broken"),
    "who saves": ("looking.save_for", "RuntimeError: broken"),
}


@pytest.mark.parametrize("what", BREAK)
def test_what_is_broken_is_one_line_and_the_core_goes_on(places, standing, tmp_path, what) -> None:
    name, said = BREAK[what]
    pid = standing("/usr/bin/python3", "-c", "import sys; sys.stdin.read()")
    broken = f"""
import atfault.handler.looking as looking
looking.explain = lambda *of: b"{{}}"
def broken(*of, **named):
    raise RuntimeError("broken")
{name} = broken
"""
    if what == "the look's program":
        broken = broken.replace("looking.explain =", "unused =")
    head, end = FED.split("handle(sys", 1)
    feed(places, "core", pid, code=f"{head}{broken}handle(sys{end}")
    assert (tmp_path / "theirs" / "core").read_bytes() == CORE
    told = Path(places.log).read_text()
    assert told.count("\n") == 1 and said in told, told
    assert spool.counts(places.folder)["dropped"] == 1


@pytest.mark.parametrize("other", [{"P": "x"}, {"s": "-1"}, {"P": "4194303"}])
def test_what_makes_no_sense_is_one_line_in_the_log(places, other) -> None:
    feed(places, "core", os.getpid(), **other)
    told = Path(places.log).read_text()
    assert told.count("\n") == 1
    assert "atfault: a crash is not looked at: " in told
