"""Which file systems may need a server, which of those answer, and what lies on the others."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

import pytest

from atfault.formats.elf import OpenFile
from atfault.snapshot import mounts, procfs
from atfault.snapshot.mounts import (
    Answer,
    Mount,
    Mounts,
    Silent,
    doubtful,
    kept_status,
    resident,
    told,
)
from atfault.snapshot.target_files import GivenFiles, TargetFiles

MOUNTINFO = rb"""21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 0:5 / /proc rw - proc proc rw
30 21 0:50 / /home rw,relatime shared:9 master:3 - nfs4 server:/home rw,hard
31 30 0:51 / /home/me/my\040data rw - fuse.sshfs me@there: rw
32 21 0:52 / /hidden rw - fuse.sshfs me@there: rw
33 21 0:53 / /hidden rw - tmpfs tmpfs rw
34 21 0:54 / /odd rw - weka server rw
cut off
35 21 x:y / /damaged rw - nfs4 server rw
"""
DEAD = "/dead"


@pytest.fixture(autouse=True)
def knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "_known", {})


def test_what_needs_no_server_is_left_out_and_what_is_unknown_may_need_one() -> None:
    found = doubtful(MOUNTINFO)
    assert {point: mount.kind for point, mount in found.items()} == {
        "/home": "nfs4",
        "/home/me/my data": "fuse.sshfs",
        "/odd": "weka",
    }
    assert found["/home"] == Mount(os.makedev(0, 50), "/home", "nfs4")


class Asked:
    """A folder in which some places are mounts, and who was asked whether it answers."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch, *points: str) -> None:
        self.root, self.asked = root, []
        self.asked: list[str] = []
        self.wanted: list[str] = []
        self.answer = Answer.CONTENTS
        lines = [
            f"9 1 0:{70 + number} / {root}{point} rw - nfs4 server rw\n"
            for number, point in enumerate(points)
        ]
        monkeypatch.setattr(mounts, "_of_ours", lambda: doubtful("".join(lines).encode()))
        self.mounts = Mounts(ask=self._answers)

    def _answers(self, path: str, wanted: str) -> Answer:
        self.asked.append(path.removeprefix(str(self.root)))
        self.wanted.append(wanted)
        return Answer.NONE if DEAD in path else self.answer

    def is_refused(self, path: str) -> bool:
        """path: below the root."""
        place = OpenFile(os.open("/", os.O_PATH))
        try:
            self.mounts.check(place.fd, "", f"{self.root}{path}")
        except Silent:
            return True
        return False


def test_the_way_to_a_file_ends_before_what_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("near", "lives/deep", "dead"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "near/into").symlink_to("../dead/x")
    (tmp_path / "near/far").symlink_to(tmp_path / "dead")
    (tmp_path / "near/out").symlink_to("../lives/deep")
    (tmp_path / "near/round").symlink_to("round")
    asked = Asked(tmp_path, monkeypatch, "/dead", "/lives")
    assert not asked.is_refused("/near/a.py")
    assert asked.asked == []  # whatever is not wanted is not asked
    assert not asked.is_refused("/near/out/a.py") and asked.asked == ["/lives"]
    for path in (
        "/dead/a.py",
        "/near/into",
        "/near/far/a.py",
        "/near/../dead",
        "/near/out/../../dead",
    ):
        assert asked.is_refused(path), path
    assert not asked.is_refused("/near/out/../../near/a.py")
    assert not asked.is_refused("/near/round")
    assert not asked.is_refused("/missing/dead")
    assert asked.asked == ["/lives", "/dead"]  # once each
    (mount,) = asked.mounts.silent.values()
    assert told(mount).startswith(f"the file system at {tmp_path}/dead (nfs4) does not answer")


def test_a_root_on_what_does_not_answer_gives_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dead/inner").mkdir(parents=True)
    asked = Asked(tmp_path, monkeypatch, "/dead")
    place = OpenFile(os.open(tmp_path / "dead/inner", os.O_PATH))
    with pytest.raises(Silent):
        asked.mounts.check(place.fd, f"{tmp_path}/dead/inner", "/a.py")


def test_after_a_while_it_is_asked_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dead").mkdir()
    asked = Asked(tmp_path, monkeypatch, "/dead")
    now = [1000.0]
    monkeypatch.setattr(mounts.time, "monotonic", lambda: now[0])
    assert asked.is_refused("/dead/a") and asked.is_refused("/dead/a")
    assert len(asked.asked) == 1
    now[0] += mounts.KEPT_SECONDS + 1
    assert asked.is_refused("/dead/a")
    assert len(asked.asked) == 2


def test_files_say_where_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dead").mkdir()
    (tmp_path / "dead/a.py").write_text("a")
    asked = Asked(tmp_path, monkeypatch, "/dead")
    why = f"lies on {tmp_path}/dead, a file system that does not answer"
    for files in (TargetFiles(mounts=asked.mounts), GivenFiles(mounts=asked.mounts)):
        assert files.find(f"{tmp_path}/dead/a.py") == (None, why)
        assert files.find(f"{tmp_path}/dead/b.py") == (None, why)
    inside = TargetFiles(str(tmp_path), mounts=asked.mounts)
    assert inside.find("/dead/a.py") == (None, why)
    monkeypatch.chdir(tmp_path)
    assert GivenFiles(mounts=asked.mounts).find("dead/a.py") == (None, why)
    with pytest.raises(Silent):
        inside.folder("/dead")


def test_one_that_answers_is_no_different(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lives").mkdir()
    (tmp_path / "lives/a.py").write_text("a")
    asked = Asked(tmp_path, monkeypatch, "/lives")
    found, why = TargetFiles(mounts=asked.mounts).find(f"{tmp_path}/lives/a.py")
    assert found is not None and found.read_upto(9) == b"a" and not why


def test_a_child_asks_and_any_answer_will_do() -> None:
    assert mounts._answers("/", None) is Answer.ROOM
    assert mounts._answers("/there/is/no/such/folder", None) is Answer.ROOM


def test_the_child_reads_a_byte_of_the_file_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.py").write_text("a")
    os.mkfifo(tmp_path / "pipe")
    ask = {name: mounts._answers(str(tmp_path), None, name) for name in ("in/a.py", "in", "b")}
    assert ask == {"in/a.py": Answer.CONTENTS, "in": Answer.ROOM, "b": Answer.ROOM}
    assert mounts._answers(str(tmp_path), None, "pipe") is Answer.ROOM
    assert mounts._answers(str(tmp_path), None, "/proc/version") is Answer.ROOM


def test_one_that_has_given_no_contents_yet_is_asked_for_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lives/deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to("lives/deep")
    asked = Asked(tmp_path, monkeypatch, "/lives")
    asked.answer = Answer.ROOM
    assert not asked.is_refused("/lives/gone.py") and not asked.is_refused("/link/a.py")
    assert asked.wanted == ["gone.py", "deep/a.py"]
    asked.answer = Answer.CONTENTS
    assert not asked.is_refused("/lives/c.py") and not asked.is_refused("/lives/d.py")
    assert asked.wanted[2:] == ["c.py"]


def test_of_a_silent_mapping_the_pages_in_memory_are_read(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(bytes(8 * mmap.PAGESIZE))
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE) as data:
        for page in (1, 2, 5):
            data[page * mmap.PAGESIZE] = 1  # a page of its own
        mapped, _ = procfs.mappings(os.getpid())
        (one,) = [entry for entry in mapped if entry.mapping.path == str(path)]
        kept = resident(os.getpid(), [one], {one.device})
        pages = {
            (start - one.mapping.start) // mmap.PAGESIZE
            for part in kept
            for start in range(part.start, part.end, mmap.PAGESIZE)
        }
        assert {1, 2, 5} <= pages
        assert all(part.file_offset == part.start - one.mapping.start for part in kept)
        assert len(kept) < len(pages) or len(pages) == 1
        assert resident(os.getpid(), [one], set()) == [one.mapping]


def test_the_status_that_the_kernel_has_is_that_of_the_file(tmp_path: Path) -> None:
    with open(tmp_path / "a", "w") as file:
        status = os.fstat(file.fileno())
        kept = kept_status(f"/proc/self/fd/{file.fileno()}")
    assert kept == (status.st_mode, status.st_ino, status.st_dev)
    assert kept_status("/proc/self/fd/99999") == (0, 0, 0)
