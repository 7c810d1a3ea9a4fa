"""Files that a target names: inside its root, with its rights, regular ones alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from atfault.snapshot import rights, target_files
from atfault.snapshot.process_files import NoFiles, files_of_process, rights_of_process
from atfault.snapshot.rights import (
    Rights,
    own_rights,
    rights_of_core,
    rights_of_user,
    taken_on,
)
from atfault.snapshot.target_files import GivenFiles, TargetFiles
from support import needs

NOBODY = 65534
SECRET = "do not read me"

needs_root = needs.root


@pytest.fixture(params=["openat2", "walk"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything holds on kernels that lack openat2 as well."""
    if request.param == "openat2" and not target_files._probe():
        pytest.skip("this kernel has no openat2")
    monkeypatch.setattr(target_files, "_has_openat2", request.param == "openat2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with a file, beside a secret that lies outside of it."""
    (tmp_path / "secret.py").write_text(SECRET)
    inside = tmp_path / "root"
    (inside / "srv/app").mkdir(parents=True)
    (inside / "srv/app/a.py").write_text("inside")
    return inside


def content(files: TargetFiles, name: str) -> str | None:
    found, why = files.find(name)
    assert (found is None) is bool(why)
    return None if found is None else found.read_upto(1000).decode()


def swapped(files: TargetFiles, name: str) -> str | None:
    try:
        return content(files, name)
    except OSError:
        return None


def test_a_file_is_found_below_the_root(root: Path) -> None:
    files = TargetFiles(str(root))
    assert content(files, "/srv/app/a.py") == "inside"
    assert content(files, "//srv/./app/../app/a.py") == "inside"
    assert content(files, "/srv/app/b.py") is None
    assert files.find("/srv/app/b.py")[1] == "does not exist on this machine"
    assert content(files, "/srv/app/a.py/") is None
    assert content(files, "/srv/app/a.py\0") is None
    assert content(files, "/" + "a" * 5000) is None
    assert content(files, "") is None


@pytest.mark.parametrize(
    "link",
    [
        "{outside}/secret.py",  # absolute: begins at the target's root
        "../../../secret.py",
        "../../../../../../../../../../{outside}/secret.py",
        "/srv/up/../../secret.py",
        "/proc/self/root{outside}/secret.py",
        "/proc/self/cwd/secret.py",
    ],
)
def test_no_link_leads_out_of_the_root(
    root: Path, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root.parent)
    os.symlink("..", root / "srv/up")
    os.symlink(link.format(outside=root.parent), root / "srv/app/link.py")
    files = TargetFiles(str(root))
    assert content(files, "/srv/app/link.py") is None
    assert content(files, "/srv/app/../../../secret.py") is None


def test_links_that_stay_inside_are_followed(root: Path) -> None:
    os.symlink("/srv/app", root / "absolute")
    os.symlink("srv/../absolute/a.py", root / "relative.py")
    os.symlink("../../../../srv/app/a.py", root / "srv/app/up.py")
    files = TargetFiles(str(root))
    for name in ("/absolute/a.py", "/relative.py", "/srv/app/up.py"):
        assert content(files, name) == "inside"


def test_a_circle_of_links_ends(root: Path) -> None:
    os.symlink("/b.py", root / "a.py")
    os.symlink("/a.py", root / "b.py")
    files = TargetFiles(str(root))
    assert files.find("/a.py") == (None, "leads in a circle of symbolic links")


def test_the_kernels_links_are_not_followed_from_our_own_root(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("ours")
    fd = os.open(tmp_path / "a.py", os.O_RDONLY)
    try:
        files = TargetFiles("/")
        for name in (f"/proc/self/fd/{fd}", f"/proc/{os.getpid()}/fd/{fd}"):
            found = files.find(name)[0]
            assert found is None or target_files._has_openat2 is False
        assert content(files, f"/proc/self/root{tmp_path}/a.py") in (None, "ours")
    finally:
        os.close(fd)


@pytest.mark.parametrize(
    "name",
    ["/proc/self/mem", "/proc/self/status", "/proc/self/environ", "/dev/zero", "/dev/null", "/etc"],
)
def test_what_is_no_regular_file_is_refused(name: str) -> None:
    assert TargetFiles("/").find(name) == (None, "is not a regular file")
    assert GivenFiles().find(name) == (None, "is not a regular file")


def test_a_fifo_is_not_even_opened(root: Path) -> None:
    fifo = root / "pipe.py"
    os.mkfifo(fifo)
    assert TargetFiles(str(root)).find("/pipe.py")[1] == "is not a regular file"
    # Whoever writes would have been let go on by a reader.
    with pytest.raises(OSError, match="No such device"):
        os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)


def test_a_file_that_is_swapped_is_not_read_as_the_one_before(root: Path) -> None:
    files = TargetFiles(str(root))
    found, _ = files.find("/srv/app/a.py")
    assert found is not None
    os.rename(root / "srv/app/a.py", root / "srv/app/old.py")
    (root / "srv/app/a.py").write_text("other!")
    with pytest.raises(OSError, match="was changed while it was read"):
        found.open()
    again, _ = files.find("/srv/app/a.py")
    assert again is not None and again.read_upto(9) == b"other!"
    (root / "srv/app/a.py").write_text("longer than before")
    with pytest.raises(OSError, match="was changed while it was read"):
        again.open()


def test_a_name_that_is_swapped_all_the_time_never_shows_what_lies_outside(root: Path) -> None:
    """A folder becomes a link to the one outside and back, as fast as it goes."""
    (root.parent / "app").mkdir()
    (root.parent / "app/a.py").write_text(SECRET)
    os.symlink(f"../../{root.parent.name}/app", root / "link")
    os.symlink("../../app", root / "srv/link")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            os.rename(root / "srv/app", root / "srv/other")
            os.rename(root / "srv/link", root / "srv/app")
            os.rename(root / "srv/app", root / "srv/link")
            os.rename(root / "srv/other", root / "srv/app")

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        files = TargetFiles(str(root))
        seen = {swapped(files, "/srv/app/a.py") for _ in range(500)}
    finally:
        done.set()
        swapper.join()
    assert seen <= {"inside", None}


def test_relative_names_are_those_of_the_targets_folders(root: Path) -> None:
    assert content(TargetFiles(str(root)), "a.py") is None
    assert content(TargetFiles(str(root), folders=("/srv/app",)), "a.py") == "inside"
    assert content(TargetFiles(str(root), folders=("/", "/srv")), "app/a.py") == "inside"


def test_a_closed_root_shows_nothing(root: Path) -> None:
    files = TargetFiles(str(root))
    files.close()
    assert content(files, "/srv/app/a.py") is None
    assert content(NoFiles(), "/etc/passwd") is None


# ---- rights -------------------------------------------------------------------------------------


@needs_root
def test_what_the_target_may_not_read_is_not_read(root: Path) -> None:
    os.chmod(root.parent, 0o755)
    file = root / "srv/app/a.py"
    files = TargetFiles(str(root), rights_of_user(NOBODY))
    assert content(files, "/srv/app/a.py") == "inside"
    os.chmod(file, 0o600)
    assert content(files, "/srv/app/a.py") is None
    assert "nobody" in files.find("/srv/app/a.py")[1]
    assert content(TargetFiles(str(root), own_rights()), "/srv/app/a.py") == "inside"
    os.chmod(file, 0o644)
    os.chmod(root / "srv", 0o700)  # a folder that it may not pass
    assert content(files, "/srv/app/a.py") is None


@needs_root
def test_its_groups_count(root: Path) -> None:
    file = root / "srv/app/a.py"
    os.chown(file, 0, 4242)
    os.chmod(file, 0o640)
    for groups, text in (((), None), ((4242,), "inside"), ((4243,), None)):
        assert (
            content(TargetFiles(str(root), Rights(NOBODY, NOBODY, groups)), "/srv/app/a.py") == text
        )
    assert content(TargetFiles(str(root), Rights(NOBODY, 4242, ())), "/srv/app/a.py") == "inside"


@needs_root
def test_root_without_its_privileges_is_bound_by_permissions(root: Path) -> None:
    """As in a container that dropped them."""
    file = root / "srv/app/a.py"
    os.chown(file, NOBODY, NOBODY)
    os.chmod(file, 0o600)
    assert content(TargetFiles(str(root), Rights(0, 0, (), True)), "/srv/app/a.py") == "inside"
    assert content(TargetFiles(str(root), Rights(0, 0, (), False)), "/srv/app/a.py") is None


@needs_root
def test_our_own_rights_are_back_afterwards() -> None:
    before, capabilities = own_rights(), rights._capabilities()
    with taken_on(Rights(NOBODY, NOBODY, (7, 8))):
        assert _fsuid() == NOBODY
        assert not rights._capabilities()[0] & rights.OVERRIDES
        assert sorted(os.getgroups()) == [7, 8]
        with pytest.raises(PermissionError):
            open("/etc/shadow", encoding="utf-8").close()
    assert (_fsuid(), own_rights()) == (0, before)
    assert rights._capabilities() == capabilities
    open("/etc/shadow", encoding="utf-8").close()


@needs_root
def test_other_threads_keep_their_rights_meanwhile() -> None:
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with taken_on(Rights(NOBODY, NOBODY, ())):
            inside.set()
            leave.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    assert inside.wait(20)
    try:
        assert _fsuid() == 0
        open("/etc/shadow", encoding="utf-8").close()
    finally:
        leave.set()
        holder.join()


@needs_root
def test_rights_that_are_taken_on_for_good_are_kept_after_each_opening(root: Path) -> None:
    os.chmod(root.parent, 0o755)
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            files = TargetFiles(str(root), rights_of_user(NOBODY))
            files.take_on_rights()
            found = content(files, "/srv/app/a.py")
            os.write(writer, f"{found} {_fsuid()}".encode())
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    os.close(writer)
    told = os.read(reader, 1000).decode()
    os.close(reader)
    assert told.startswith(f"inside {NOBODY}")


def _fsuid() -> int:
    with open(f"/proc/self/task/{threading.get_native_id()}/status", encoding="utf-8") as file:
        line = next(line for line in file if line.startswith("Uid:"))
    return int(line.split()[4])


@needs_root
def test_a_process_has_the_rights_that_its_status_tells() -> None:
    assert rights_of_process(os.getpid()) == own_rights()
    code = "import os,time; os.setgroups([7]); os.setgid(8); os.setuid(9); print(1, flush=True); "
    process = subprocess.Popen(
        [sys.executable, "-c", code + "time.sleep(60)"], stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None and process.stdout.readline()
        assert rights_of_process(process.pid) == Rights(9, 8, (7,), False)
        assert content(files_of_process(process.pid), "/etc/shadow") is None
        assert content(files_of_process(process.pid), "/etc/passwd")
    finally:
        process.kill()
        process.communicate()
    assert rights_of_process(process.pid) is None
    assert content(files_of_process(process.pid), "/etc/passwd") is None


def test_the_owner_of_a_core_stands_for_its_process() -> None:
    assert rights_of_core(1234567, 7, None) == Rights(1234567, 7, ())
    assert rights_of_core(1234567, 7, 0) == Rights(1234567, 7, ()), "a core gains no rights"
    assert rights_of_core(0, 0, 1234567).uid == 1234567
    assert rights_of_core(0, 0, 0).uid == 0
    assert rights_of_core(0, 0, None).uid == 0


def test_a_user_that_exists_has_its_groups() -> None:
    found = rights_of_user(NOBODY)
    assert found.uid == NOBODY and found.gid in found.groups
    assert not found.overrides


def test_root_is_bound_by_no_permissions_and_so_by_no_group() -> None:
    assert rights_of_user(0) == Rights(0, 0, (), overrides=True)


def test_a_regular_file_keeps_its_kind() -> None:
    found, _ = TargetFiles("/").find("/etc/passwd")
    assert found is not None
    fd = found.open()
    assert stat.S_ISREG(os.fstat(fd).st_mode)
    os.close(fd)
