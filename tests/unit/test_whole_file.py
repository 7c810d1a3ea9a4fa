"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
import signal
import socket
import stat
import threading

import pytest

import atfault.whole_file
from atfault.whole_file import check_writable, remove_old, whole_file
from support.hostile_paths import (
    ADA,
    MALLORY,
    as_user,
    exchanging,
    file,
    folder,
    link,
    needs_root,
    open_place,
    tree,
)


@pytest.fixture(params=["nameless drafts", "named drafts", "no hard links"])
def tmp_path(request, tmp_path, monkeypatch):
    """On file systems that have what is wanted, and on some that do not."""
    real = os.open

    def without(path, flags, *mode, **more):
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "no such files")
        return real(path, flags, *mode, **more)

    def no_links(*_, **__):
        raise PermissionError(errno.EPERM, "no links")

    if request.param == "named drafts":
        monkeypatch.setattr(os, "open", without)
    if request.param == "no hard links":
        monkeypatch.setattr(os, "link", no_links)
    return tmp_path


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def write(path, *pieces):
    with whole_file(str(path)) as file:
        for piece in pieces:
            if isinstance(piece, Exception):
                raise piece
            file.write(piece)


def test_a_new_file_and_one_in_the_place_of_an_old_one(tmp_path):
    write(tmp_path / "f", b"one", b"two")
    assert (tmp_path / "f").read_bytes() == b"onetwo"
    write(tmp_path / "f", b"three")
    assert (tmp_path / "f").read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["f"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    (tmp_path / "old").write_bytes(b"old")
    for name in ("old", "new"):
        with pytest.raises(type(error)), whole_file(str(tmp_path / name)) as file:
            file.write(b"half")
            raise error
    assert os.listdir(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"old"


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_file_is_for_its_owner_alone_whatever_the_umask(tmp_path, umask):
    old = os.umask(umask)
    try:
        write(tmp_path / "a", b"")
    finally:
        os.umask(old)
    assert mode(tmp_path / "a") == 0o600


@pytest.mark.parametrize(
    ("there", "then"), [(0o600, 0o600), (0o644, 0o600), (0o666, 0o600), (0o400, 0o400)]
)
def test_a_file_that_is_replaced_gets_no_wider(tmp_path, there, then):
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(there)
    write(tmp_path / "a", b"new")
    assert (mode(tmp_path / "a"), (tmp_path / "a").read_bytes()) == (then, b"new")


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_written_as_it_stands_and_never_removed(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"through it")
    reader.join()
    remove_old(str(pipe))
    assert read == [b"through it"]
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_file_that_is_a_mount_is_written_in_place(tmp_path, monkeypatch):
    def busy(*names, **_):
        if str(names[0]).startswith(".draft"):
            assert names[0] in os.listdir(tmp_path)
            if len(names) == 1:
                return real(tmp_path / names[0])
        raise OSError(errno.EBUSY, "busy")

    real = os.unlink
    (tmp_path / "f").write_bytes(b"old and longer")
    monkeypatch.setattr(atfault.whole_file.os, "replace", busy)
    write(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["f"]
    monkeypatch.setattr(atfault.whole_file.os, "unlink", busy)
    remove_old(str(tmp_path / "f"))
    assert (tmp_path / "f").read_bytes() == b""


def test_in_a_folder_that_takes_no_file_it_is_written_in_place(tmp_path, monkeypatch):
    real = os.open

    def refused(path, flags, *mode, **more):
        if flags & (os.O_EXCL | (os.O_TMPFILE & ~os.O_DIRECTORY)):
            raise PermissionError(errno.EACCES, "no")
        return real(path, flags, *mode, **more)

    monkeypatch.setattr(atfault.whole_file.os, "open", refused)
    with pytest.raises(PermissionError):
        write(tmp_path / "new", b"x")
    (tmp_path / "f").write_bytes(b"old")
    write(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"
    with pytest.raises(OSError):
        write(tmp_path / "f", b"half", OSError(errno.ENOSPC, "full"))
    assert (tmp_path / "f").read_bytes() == b""


def test_remove_old(tmp_path):
    (tmp_path / "f").write_bytes(b"old")
    remove_old(str(tmp_path / "f"))
    remove_old(str(tmp_path / "never-there"))
    assert os.listdir(tmp_path) == []


# -- paths that somebody else has a hand in -------------------------------------------------------


@pytest.fixture
def place():
    with open_place() as made:
        yield made


def shared(place, mode=0o1777, owner=0):
    return folder(place / "shared", owner, mode)


STICKY, OPEN_TO_ALL, OF_THE_GROUP = 0o1777, 0o777, 0o1770
FOREIGN = {
    "a link in a sticky folder": lambda dir, etc: link(dir / "r", etc / "passwd", MALLORY),
    "a dangling link": lambda dir, etc: link(dir / "r", etc / "new", MALLORY),
    "a link to a folder": lambda dir, etc: link(dir / "d", etc, MALLORY) / "r",
    "a link to a link": lambda dir, etc: link(
        dir / "r", link(dir / "s", etc / "passwd", MALLORY), MALLORY
    ),
    "a link of ours to one of theirs": lambda dir, etc: link(
        dir / "r", link(dir / "s", etc / "passwd", MALLORY), ADA
    ),
    "a link and back": lambda dir, etc: link(dir / "d", etc, MALLORY) / ".." / "shared" / "r",
    "a link of nobody": lambda dir, etc: link(dir / "r", etc / "passwd", 65534),
    "a link to a descriptor": lambda dir, etc: link(dir / "r", "/proc/self/fd/1", MALLORY),
    "a link to a device": lambda dir, etc: link(dir / "r", "/dev/null", MALLORY),
    "a file that we may write": lambda dir, etc: file(dir / "r", MALLORY, 0o666),
    "a file of nobody": lambda dir, etc: file(dir / "r", 65534, 0o666),
    "a pipe": lambda dir, etc: pipe(dir / "r", MALLORY, 0o666),
}


def pipe(path, owner, mode):
    os.mkfifo(path)
    os.chown(path, owner, owner)
    path.chmod(mode)
    return path


@needs_root
@pytest.mark.parametrize("user", [0, pytest.param(ADA, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode_", [STICKY, OPEN_TO_ALL])
@pytest.mark.parametrize("name", FOREIGN)
def test_what_another_user_put_where_all_may_write_is_neither_used_nor_removed(
    place, name, mode_, user
):
    etc = folder(place / "etc", user)
    file(etc / "passwd", user, 0o644)
    path = FOREIGN[name](shared(place, mode_), etc)
    before = tree(place)
    for act in (lambda: write(path, b"report"), lambda: remove_old(str(path))):
        answer = as_user(user, act)
        assert answer.startswith("Refused: "), answer
        assert "folder that" in answer
        assert "\n" not in answer
    answer = as_user(user, lambda: check_writable(str(path)))
    assert answer.startswith("Refused: ")
    assert tree(place) == before


IN_THEIR_FOLDER = {
    "a link": lambda dir, etc: link(dir / "r", etc / "passwd", MALLORY),
    "a dangling link": lambda dir, etc: link(dir / "r", etc / "new", MALLORY),
    "a link to a folder": lambda dir, etc: link(dir / "d", etc, MALLORY) / "r",
    "a link through a folder of theirs": lambda dir, etc: (
        link(dir / "d", link(folder(dir / "e", MALLORY) / "s", etc, MALLORY), MALLORY) / "r"
    ),
    "a link to a file of ours in a folder of theirs": lambda dir, etc: link(
        dir / "r", file(dir / "s", 0, 0o644), MALLORY
    ),
    "a pipe": lambda dir, etc: pipe(dir / "r", MALLORY, 0o666),
}


@needs_root
@pytest.mark.parametrize("user", [0, ADA])
@pytest.mark.parametrize("name", IN_THEIR_FOLDER)
def test_a_link_in_another_users_folder_leads_to_what_is_theirs_or_nowhere(place, name, user):
    etc = folder(place / "etc", user)
    file(etc / "passwd", user, 0o644)
    path = IN_THEIR_FOLDER[name](folder(place / "theirs", MALLORY, 0o777), etc)
    before = tree(place)
    for act in (write, lambda path, _: remove_old(str(path))):
        answer = as_user(user, lambda act=act: act(path, b"report"))
        assert answer.startswith("Refused: "), answer
        assert "\n" not in answer
    assert tree(place) == before


@needs_root
def test_links_of_another_user_to_what_is_theirs_are_followed(place):
    theirs = folder(place / "theirs", MALLORY)
    disk = folder(place / "disk", MALLORY)
    path = link(theirs / "reports", disk, MALLORY) / "r"
    assert as_user(0, lambda: write(path, b"report")) == "None"
    assert (disk / "r").read_bytes() == b"report"


@needs_root
def test_where_a_group_may_write_another_users_file_is_not_taken(place):
    dir = shared(place, OF_THE_GROUP)
    path = file(dir / "r", MALLORY, 0o666)
    before = tree(place)
    assert as_user(0, lambda: write(path, b"report")).startswith("Refused")
    assert tree(place) == before


@needs_root
@pytest.mark.parametrize("user", [0, ADA])
def test_links_and_files_of_our_own_and_of_the_folders_owner_are_used(place, user):
    dir = shared(place)
    etc = folder(place / "own", user)
    write_it = lambda path: as_user(user, lambda: write(path, b"report"))  # noqa: E731
    file(etc / "one", user, 0o600)
    assert write_it(link(dir / "mine", etc / "one", user)) == "None"
    assert write_it(link(dir / "owners", etc / "two", 0)) == "None"
    assert write_it(link(place / "elsewhere", etc / "three", MALLORY)) == "None"
    assert write_it(file(dir / "old", user)) == "None"
    assert write_it(dir / "new") == "None"
    for path in (etc / "one", etc / "two", etc / "three", dir / "old", dir / "new"):
        assert path.read_bytes() == b"report"
        assert (mode(path), path.stat().st_uid) == (0o600, user)


@needs_root
def test_a_further_name_of_a_file_of_ours_is_not_written_through(place):
    """protected_hardlinks is not set everywhere."""
    secret = file(place / "shadow", 0, 0o600)
    mallory = folder(place / "mallory", MALLORY)
    os.link(secret, mallory / "r")
    write(mallory / "r", b"report")
    assert secret.read_bytes() == b"old"
    assert (mallory / "r").read_bytes() == b"report"
    assert mode(mallory / "r") == 0o600


@needs_root
def test_nor_where_it_could_only_be_written_in_place(place, monkeypatch):
    secret = file(place / "shadow", 0, 0o600)
    mallory = folder(place / "mallory", MALLORY)
    os.link(secret, mallory / "r")

    def refused(*_):
        raise PermissionError(errno.EROFS, "no")

    monkeypatch.setattr(atfault.whole_file, "Draft", refused)
    with pytest.raises(PermissionError, match="further names"):
        write(mallory / "r", b"report")
    assert secret.read_bytes() == b"old"


@needs_root
def test_owner_and_group_of_a_file_are_kept(place):
    path = file(folder(place / "ada", ADA) / "r", ADA, 0o644)
    write(path, b"report")
    assert (path.stat().st_uid, path.stat().st_gid, mode(path)) == (ADA, ADA, 0o600)


@needs_root
@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_cannot_be_written(place, there):
    dir = folder(place / "ro", 0)
    if there:
        file(dir / "r", 0, 0o644)
    before = tree(place)
    assert as_user(ADA, lambda: write(dir / "r", b"x")) == "PermissionError: Permission denied"
    assert as_user(ADA, lambda: check_writable(str(dir / "r"))).startswith("PermissionError")
    assert tree(place) == before


STRANGE = {
    "a line feed": "two\nlines",
    "no UTF-8": os.fsdecode(b"\xff\xfe.json"),
    "as long as names may be": "ß" * 127,
    "blanks": "  ",
    "a minus": "-",
    "escape sequences": "\x1b[31m",
    "dots": "...",
}


@pytest.mark.parametrize("name", STRANGE.values(), ids=list(STRANGE))
def test_any_name_of_a_file_will_do(tmp_path, name):
    for text in (b"one", b"two"):
        write(os.path.join(tmp_path, name), text)
    assert os.listdir(tmp_path) == [name]
    with open(os.path.join(tmp_path, name), "rb") as file:
        assert file.read() == b"two"
    remove_old(os.path.join(tmp_path, name))
    assert os.listdir(tmp_path) == []


IMPOSSIBLE = {
    "nothing": ("", FileNotFoundError),
    "too long": ("x" * 256, OSError),
    "a null byte": ("a\0b", ValueError),
    "a circle": ("circle", OSError),
    "a circle of folders": ("circle/x", OSError),
    "through a file": ("file/x", NotADirectoryError),
    "a file and a slash": ("file/", NotADirectoryError),
    "a new file and a slash": ("new/", NotADirectoryError),
    "a missing folder": ("missing/x", FileNotFoundError),
    "a folder": ("folder", IsADirectoryError),
    "a folder and a slash": ("folder/", IsADirectoryError),
    "dot": (".", IsADirectoryError),
    "dot dot": ("..", IsADirectoryError),
    "root": ("/", IsADirectoryError),
    "a socket": ("socket", OSError),
    "a closed descriptor": ("/dev/fd/987", OSError),
    "a process": ("/proc/self/mem/x", OSError),
}


@pytest.mark.parametrize(("path", "error"), IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_what_is_no_place_for_a_file_changes_nothing(tmp_path, monkeypatch, path, error):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        before = tree(tmp_path)
        with pytest.raises(error):
            write(path, b"report")
        assert tree(tmp_path) == before


def test_dot_dot_is_the_folder_above_and_links_are_followed_before_it(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "l").symlink_to("a/b")
    write(tmp_path / "l" / ".." / "r", b"report")
    assert (tmp_path / "a" / "r").read_bytes() == b"report"


def test_a_path_may_be_longer_than_the_kernel_takes_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkdir("d" * 200)
    write(f"{'d' * 200}/../" * 30 + "r", b"report")
    assert (tmp_path / "r").read_bytes() == b"report"


def test_a_descriptor_of_ours_is_written_where_it_stands(tmp_path):
    with open(tmp_path / "out", "w+b") as file:
        file.write(b"before ")
        file.flush()
        for path in (f"/dev/fd/{file.fileno()}", f"/proc/self/fd/{file.fileno()}"):
            remove_old(path)
            write(path, b"report ")
        file.write(b"after")
    assert (tmp_path / "out").read_bytes() == b"before report report after"
    assert os.listdir(tmp_path) == ["out"]


def test_a_socket_of_ours_is_written_and_null_takes_all():
    one, other = socket.socketpair()
    with one, other:
        write(f"/dev/fd/{one.fileno()}", b"report")
        assert other.recv(100) == b"report"
    write("/dev/null", b"report")
    remove_old("/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_what_was_there_and_nothing_else(tmp_path, there):
    """Of a size that no file may have, which Python is told of by an error (SIGXFSZ is ignored)."""
    path = tmp_path / "r"
    if there:
        path.write_bytes(b"old")

    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        write(path, *[b"x" * 1000] * 100)

    assert as_user(os.geteuid(), full) == "OSError: File too large"
    assert os.listdir(tmp_path) == (["r"] if there else [])
    assert not there or path.read_bytes() == b"old"


def test_who_is_killed_while_it_writes_leaves_nothing(tmp_path):
    if not has_nameless_files(tmp_path):
        pytest.skip("this file system has no files without a name")

    def killed():
        with whole_file(str(tmp_path / "r")) as file:
            file.write(b"half" * 100_000)
            os.kill(os.getpid(), signal.SIGKILL)

    assert as_user(os.geteuid(), killed) == ""
    assert os.listdir(tmp_path) == []


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600))
    except OSError:
        return False
    return True


@pytest.mark.slow
@needs_root
def test_links_that_come_and_go_are_never_written_through(place):
    """Mallory exchanges a file of hers for a link to one of root's meanwhile, and a folder for a
    link to root's folder, as often as the machine lets her."""
    dir = shared(place)
    etc = folder(place / "etc", 0, 0o700)
    file(etc / "r", 0, 0o600, "secret")
    file(dir / "r", 0, 0o644)
    link(dir / "r2", etc / "r", MALLORY)
    folder(dir / "d", 0)
    link(dir / "d2", etc, MALLORY)
    done = refused = 0
    with exchanging(dir / "r", dir / "r2"), exchanging(dir / "d", dir / "d2"):
        for number in range(1500):
            for path in (dir / "r", dir / "d" / "r"):
                try:
                    if number % 3:
                        write(path, b"report")
                    else:
                        remove_old(str(path))
                    done += 1
                except OSError:
                    refused += 1
    assert done
    assert refused
    assert (etc / "r").read_text() == "secret"
    assert os.listdir(etc) == ["r"]
