"""Root looks at processes and cores of others: no line of a file that those could not read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atfault.analyze.live import look_into
from atfault.analyze.process import analyze_core
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.json import dumps
from atfault.snapshot.target import Target
from support import needs
from support.core_files import allow_core, require_core_files
from support.run_command import run

pytestmark = needs.root

NOBODY = 65534
SECRET = "rosebud = 4711"

# Says that its code is in the file argv[1]: the frames of `f` and of the module stand there. With
# argv[2] it does so in that root; with argv[3] it ends in a core. The code fits every file that
# begins with three lines and goes on with `def f():`; that of what is no source has no function.
HOSTILE = """
import ctypes, os, sys, time
name, root, crash = sys.argv[1:4]
if root:
    os.chroot(root)
    os.chdir("/")
os.setgroups([])
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
if crash:
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
def wait():
    if crash:
        ctypes.string_at(1)
    print("ready", flush=True)
    time.sleep(600)
text = "def f():\\n    wait()\\nf()" if name.endswith(".py") else "wait()"
exec(compile("\\n\\n\\n" + text, name, "exec"), {"wait": wait})
"""
TEXT = f"# one\n{SECRET}\n# three\ndef f():\n    wait()\nf()\n"


@contextmanager
def hostile(name: object, root: object = "") -> Iterator[int]:
    """The pid of the process while it waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOSTILE, str(name), str(root), ""], stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        yield process.pid
    finally:
        process.kill()
        process.communicate()


def looked_at(pid: int) -> Report:
    with Target(pid) as target:
        return look_into(target, Options(lines=False)).report


def shown(report: Report) -> bool:
    """Whether lines of the file are in the report; the frames are there in any case."""
    frames = [
        frame
        for one in (report, *report.children)
        for thread in one.threads
        for frame in thread.frames
        if frame.kind == "python" and frame.file not in ("<string>", None)
    ]
    # Python's own files, everybody's in some places, are another matter.
    ours = ("subprocess.py", "ctypes/__init__.py")
    named = [frame for frame in frames if not str(frame.file).endswith(ours)]
    assert named
    text = dumps(report)
    return SECRET in text or "# three" in text or any(frame.code for frame in named)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that everybody may enter."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder != Path("/") and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


def put(path: Path, mode: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT)
    path.chmod(mode)
    return path


def test_a_file_that_everybody_may_read_is_shown(place: Path) -> None:
    with hostile(put(place / "app.py", 0o644)) as pid:
        assert shown(looked_at(pid))


@pytest.mark.representative("rights of the target")
def test_a_private_file_of_another_user_is_not(place: Path) -> None:
    with hostile(put(place / "app.py", 0o600)) as pid:
        report = looked_at(pid)
    assert not shown(report)


def test_nor_one_that_is_reached_by_a_link(place: Path) -> None:
    put(place / "private/app.py", 0o600)
    os.symlink("private/app.py", place / "relative.py")
    os.symlink(place / "private/app.py", place / "absolute.py")
    os.symlink("../private/../private/app.py", place / "private/up.py")
    for name in ("relative.py", "absolute.py", "private/up.py"):
        with hostile(place / name) as pid:
            assert not shown(looked_at(pid))


def test_nor_one_in_a_folder_of_another_user(place: Path) -> None:
    put(place / "private/app.py", 0o644)
    (place / "private").chmod(0o700)
    with hostile(place / "private/app.py") as pid:
        assert not shown(looked_at(pid))


@pytest.mark.parametrize("name", ["/etc/shadow", "/etc/passwd", "/proc/self/mem", "/dev/zero"])
def test_what_is_no_source_is_not_shown(name: str) -> None:
    with hostile(name) as pid:
        report = looked_at(pid)
    assert not shown(report)


def test_a_fifo_a_device_and_the_kernels_files_are_not_read(place: Path) -> None:
    os.mkfifo(place / "pipe.py", 0o666)
    for number, target in enumerate(("/dev/zero", "/proc/self/mem", "/proc/self/environ")):
        os.symlink(target, place / f"link{number}.py")
    for name in ("pipe.py", "link0.py", "link1.py", "link2.py"):
        with hostile(place / name) as pid:
            start = time.monotonic()
            assert not shown(looked_at(pid))
            assert time.monotonic() - start < 60


@pytest.mark.representative("rights of the target")
def test_a_link_in_a_chroot_does_not_lead_to_the_host(place: Path) -> None:
    """The file of the host may even be read by everybody."""
    outside = put(place / "host.py", 0o644)
    root = place / "root"
    root.mkdir(mode=0o755)
    os.symlink(outside, root / "absolute.py")
    os.symlink("../../../../../../../../../../../../.." + str(outside), root / "relative.py")
    for name in ("/absolute.py", "/relative.py", "/../host.py", str(outside)):
        with hostile(name, root) as pid:
            assert not shown(looked_at(pid))


def test_a_link_in_a_chroot_leads_to_the_file_inside(place: Path) -> None:
    root = place / "root"
    put(root / "srv/app.py", 0o644)
    root.chmod(0o755)
    os.symlink("/srv/app.py", root / "link.py")
    with hostile("/link.py", root) as pid:
        assert shown(looked_at(pid))


@pytest.mark.parametrize(("mode", "is_shown"), [(0o644, True), (0o600, False)])
def test_the_owner_of_a_core_decides_what_is_read(place: Path, mode: int, is_shown: bool) -> None:
    require_core_files()
    folder = place / "cores"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    name = put(place / "app.py", mode)
    subprocess.run(
        [sys.executable, "-c", HOSTILE, str(name), "", "crash"],
        cwd=folder,
        preexec_fn=allow_core,
        check=False,
    )
    (core,) = folder.glob("core*")
    assert core.stat().st_uid == NOBODY
    assert shown(analyze_core(str(core), options=Options(lines=False))) is is_shown
    # Copied by root, it still says whose process it was.
    os.chown(core, 0, 0)
    assert shown(analyze_core(str(core), options=Options(lines=False))) is is_shown


@pytest.mark.representative("rights of the target")
def test_a_program_that_gave_up_its_rights_under_run_keeps_to_them(place: Path) -> None:
    name = put(place / "app.py", 0o600)
    ran = run(sys.executable, "-c", HOSTILE, str(name), "", "crash", state=str(place / "state"))
    assert ran.code == 128 + signal.SIGSEGV
    (report,) = ran.reports
    assert "f" in [frame["function"] for frame in report["threads"][0]["frames"]]
    assert SECRET not in ran.err and SECRET not in str(report)
    assert "may not be read by the program's own user (nobody)" in ran.err


def test_a_child_that_gave_up_its_rights_is_read_with_what_it_has_left(place: Path) -> None:
    """The parent may read the file, its child, which is looked at with it, may not."""
    name = put(place / "app.py", 0o600)
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys\nsubprocess.run([sys.executable, '-c', *sys.argv[1:]])",
            HOSTILE,
            str(name),
            "",
            "",
        ],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert parent.stdout is not None and parent.stdout.readline() == b"ready\n"
        report = looked_at(parent.pid)
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.communicate()
    assert "f" in [f.function for c in report.children for t in c.threads for f in t.frames]
    assert not shown(report)


@pytest.mark.parametrize(("owner", "is_shown"), [(0, True), (NOBODY, False)])
def test_a_text_of_another_user_names_only_what_that_user_may_read(tmp_path, owner, is_shown):
    source = tmp_path / "secret.c"
    source.write_text(f"// {SECRET}\nint f(foo x);\n")
    source.chmod(0o600)
    log = tmp_path / "build.log"
    log.write_text(f"{source}:2:7: error: unknown type name 'foo'\n")
    os.chown(log, owner, owner)
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "explain", str(log)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "unknown type name" in done.stdout
    assert (SECRET in done.stdout) == is_shown
