"""The folder that atfault was started in, which may be gone, and those that it keeps things in."""

from __future__ import annotations

import os
import pathlib
import stat
from collections.abc import Iterator

import pytest

from atfault.errors import AccessError
from atfault.folders import current_folder, may_be_trusted, own_folder, state_folder
from atfault.model.absent import Absent
from atfault.path_walk import Refused
from atfault.saved import amend, load, load_summary, save, saved_reports
from support.crash_reports import out_of_bounds
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


def test_a_folder_that_was_removed_has_no_name(tmp_path, monkeypatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    assert current_folder() == os.path.realpath(gone)
    gone.rmdir()
    assert current_folder() == ""


# -- folders of our own: who may have a hand in them ----------------------------------------------


@pytest.fixture
def place() -> Iterator[pathlib.Path]:
    with open_place() as made:
        yield made


def opened(top: pathlib.Path, *below: str, make: bool = True) -> str:
    """A file is made in the folder, and looked for where it should be."""
    with own_folder(str(top), *below, make=make) as fd:
        os.close(os.open("1.json", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600, dir_fd=fd))
    return "made"


def mode(path: pathlib.Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_with_all_above_it_and_private(tmp_path):
    top = tmp_path / "a" / "b" / "atfault"
    old = os.umask(0)
    try:
        opened(top, "reports")
    finally:
        os.umask(old)
    assert (top / "reports" / "1.json").exists()
    made = (tmp_path / "a", tmp_path / "a" / "b", top, top / "reports")
    assert [mode(path) for path in made] == [0o700] * 4


def test_our_own_folder_is_closed_and_those_above_stay_as_they_are(tmp_path):
    top = tmp_path / "state" / "atfault"
    (top / "reports").mkdir(parents=True)
    for path in (top / "reports", top, tmp_path / "state"):
        path.chmod(0o755)
    opened(top, "reports")
    assert [mode(path) for path in (tmp_path / "state", top, top / "reports")] == [
        0o755, 0o700, 0o700,
    ]  # fmt: skip


def test_a_look_makes_and_changes_nothing(tmp_path):
    top = tmp_path / "atfault"
    with pytest.raises(FileNotFoundError):
        opened(top, "reports", make=False)
    assert not top.exists()
    (top / "reports").mkdir(parents=True)
    top.chmod(0o755)
    with own_folder(str(top), "reports"):
        pass
    assert mode(top) == 0o755


@pytest.mark.parametrize("top", ["", "relative/atfault", "atfault"])
def test_a_relative_folder_is_none(top, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="no absolute path"):
        opened(pathlib.Path(top) if top else top, "reports")  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == []


def lawful(place: pathlib.Path, name: str) -> pathlib.Path:
    """A way to a folder of Ada's that she or root has arranged; the folder `state` of it."""
    home = folder(place / "home", 0)
    ada = folder(home / "ada", ADA, 0o750)
    if name == "links of root on the way":
        link(place / "h", "home", 0)
        return place / "h" / "ada"
    if name == "an absolute link of root":
        link(place / "h", home, 0)
        return place / "h" / ".." / "home" / "ada"
    if name == "a home that is a link of root":
        link(home / "eve", ada, 0)
        return home / "eve"
    if name == "a link of her own":
        disk = folder(place / "disk", ADA)
        link(ada / "state", disk, ADA)
        return ada / "state"
    if name == "atfault is a link of her own":
        disk = folder(place / "disk", ADA)
        link(ada / "atfault", disk, ADA)
        return ada
    if name == "a sticky folder that all may write to":
        return folder(place / "tmp", 0, 0o1777)
    if name == "her own link in a sticky folder":
        link(folder(place / "tmp", 0, 0o1777) / "x", ada, ADA)
        return place / "tmp" / "x"
    if name == "a home that her group may write to":
        ada.chmod(0o775)
    return ada


LAWFUL = (
    "plain",
    "links of root on the way",
    "an absolute link of root",
    "a home that is a link of root",
    "a link of her own",
    "atfault is a link of her own",
    "a sticky folder that all may write to",
    "her own link in a sticky folder",
    "a home that her group may write to",
)


@needs_root
@pytest.mark.parametrize("name", LAWFUL)
def test_what_the_user_and_root_arranged_is_used(place, name):
    state = lawful(place, name)
    assert as_user(ADA, lambda: opened(state / "atfault", "reports")) == "made"
    kept = state / "atfault" / "reports" / "1.json"
    assert kept.stat().st_uid == ADA
    assert mode(kept.parent) == 0o700
    if name == "atfault is a link of her own":
        assert mode(place / "disk") == 0o755  # what a link leads to keeps its mode


def hostile(place: pathlib.Path, name: str) -> pathlib.Path:
    """A way that somebody else has a hand in; the folder `atfault` of it."""
    home = folder(place / "home", 0)
    mallory = folder(home / "mallory", MALLORY)
    ada = folder(home / "ada", ADA)
    target = folder(place / "etc", 0)
    ways = {
        "home of another": lambda: mallory,
        "folder of another below hers": lambda: folder(ada / "state", MALLORY),
        "link of another on the way": lambda: link(ada / "state", target, MALLORY),
        "link of another in a sticky folder": lambda: link(
            folder(place / "tmp", 0, 0o1777) / "x", ada, MALLORY
        ),
        "her link to a folder of another": lambda: link(ada / "state", mallory, ADA),
        "all may write, not sticky": lambda: folder(place / "tmp", 0, 0o777),
        "hers, but all may write": lambda: folder(ada / "state", ADA, 0o777),
        "through a folder of another": lambda: folder(mallory / "ada", ADA),
        "back out of a folder of another": lambda: mallory / ".." / "ada",
        "of nobody": lambda: folder(home / "x", 65534),
        "her link to a link of another": lambda: link(
            ada / "s", link(mallory / "l", ada, MALLORY), ADA
        ),
    }
    if name in ways:
        return ways[name]() / "atfault"
    own = {
        "atfault is of another": lambda: folder(ada / "atfault", MALLORY),
        "atfault is of root": lambda: folder(ada / "atfault", 0),
        "atfault is a link of another": lambda: link(ada / "atfault", target, MALLORY),
        "atfault is her link to one of another": lambda: link(ada / "atfault", mallory, ADA),
        "atfault is her link to root's": lambda: link(ada / "atfault", target, ADA),
        "atfault leads where all may write": lambda: link(
            ada / "atfault", folder(ada / "w", ADA, 0o777), ADA
        ),
        "atfault is a circle": lambda: link(ada / "atfault", "atfault", ADA),
        "atfault leads nowhere": lambda: link(ada / "atfault", "nowhere", ADA),
        "atfault is a file": lambda: file(ada / "atfault", ADA),
    }
    return own[name]()


HOSTILE = (
    "home of another",
    "folder of another below hers",
    "link of another on the way",
    "link of another in a sticky folder",
    "her link to a folder of another",
    "all may write, not sticky",
    "hers, but all may write",
    "through a folder of another",
    "back out of a folder of another",
    "of nobody",
    "her link to a link of another",
    "atfault is of another",
    "atfault is of root",
    "atfault is a link of another",
    "atfault is her link to one of another",
    "atfault is her link to root's",
    "atfault leads where all may write",
    "atfault is a circle",
    "atfault leads nowhere",
    "atfault is a file",
)


@needs_root
@pytest.mark.parametrize("name", HOSTILE)
def test_where_somebody_else_has_a_hand_in_it_nothing_is_written_nor_changed(place, name):
    top = hostile(place, name)
    before = tree(place)
    answer = as_user(ADA, lambda: opened(top, "reports"))
    assert answer.split(":")[0] in (
        "Refused", "OSError", "FileNotFoundError", "NotADirectoryError",
    ), answer  # fmt: skip
    assert "\n" not in answer
    assert tree(place) == before


@needs_root
@pytest.mark.parametrize(
    "name", [one for one in HOSTILE if one not in ("atfault is of root", "atfault is a circle")]
)
def test_root_with_the_home_of_somebody_else_keeps_nothing_there(place, name, monkeypatch):
    top = hostile(place, name)
    before = tree(place)
    monkeypatch.setenv("XDG_STATE_HOME", str(top.parent))
    found = save(out_of_bounds())
    assert isinstance(found, Absent)
    assert "\n" not in found.reason
    assert tree(place) == before


@needs_root
def test_it_is_said_where_why_and_what_to_do(place, monkeypatch):
    home = folder(place / "ada", ADA)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(home))
    found = save(out_of_bounds())
    assert isinstance(found, Absent)
    assert f"not saved in {home}/.local/state/atfault/reports" in found.reason
    assert f"{home} belongs to user {ADA}" in found.reason
    assert "this is root" in found.reason
    assert "XDG_STATE_HOME=FOLDER" in found.reason
    assert "--json FILE" in found.reason
    assert os.listdir(home) == []
    with pytest.raises(AccessError, match=f"belongs to user {ADA}"):
        saved_reports()


@needs_root
def test_a_report_that_somebody_else_put_there_is_not_believed(place, monkeypatch):
    state = folder(place / "state", 0, 0o700)
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    first = save(out_of_bounds())
    assert not isinstance(first, Absent)
    os.chown(first.path, MALLORY, MALLORY)
    with pytest.raises(AccessError, match=f"it belongs to user {MALLORY}"):
        load(1)
    with pytest.raises(AccessError, match=f"it belongs to user {MALLORY}"):
        load_summary(first.path)
    with pytest.raises(OSError):
        amend(1, out_of_bounds())
    os.unlink(first.path)
    link(pathlib.Path(first.path), file(place / "x.json", 0), 0)
    with pytest.raises(AccessError):
        load(1)


@needs_root
@pytest.mark.parametrize(
    ("owner", "mode_", "trusted"),
    [(0, 0o644, True), (MALLORY, 0o644, False), (0, 0o666, False), (65534, 0o644, False)],
)
def test_a_cached_file_counts_where_nobody_else_can_have_made_it(place, owner, mode_, trusted):
    path = file(place / "debuginfo", owner, mode_)
    assert may_be_trusted(str(path)) is trusted
    assert may_be_trusted(str(place / "never-there")) is False
    cache = folder(place / "cache", MALLORY)
    assert may_be_trusted(str(file(cache / "debuginfo", 0))) is False


@pytest.mark.parametrize("home", ["", "relative", "/"])
def test_any_home_gives_an_answer(monkeypatch, home):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    assert state_folder().endswith(".local/state/atfault")
    if home == "relative":
        found = save(out_of_bounds())
        assert isinstance(found, Absent)
        assert "no absolute path" in found.reason


@needs_root
def test_a_folder_that_is_exchanged_meanwhile_is_never_used(place):
    """A thread puts a link in the place of a folder of ours again and again, where it may: what is
    made lies in the one or is refused, and what the link leads to stays as it is."""
    state = folder(place / "state", 0)
    target = folder(place / "etc", 0, 0o755)
    os.chown(target, MALLORY, MALLORY)
    folder(state / "atfault", 0, 0o700)
    link(place / "spare", target, MALLORY)
    made = refused = 0
    with exchanging(state / "atfault", place / "spare"):
        for number in range(1500):
            try:
                with own_folder(str(state / "atfault"), f"r{number}", make=True) as fd:
                    made += 1
                    assert os.fstat(fd).st_uid == 0
            except OSError:
                refused += 1
    assert made
    assert refused
    assert os.listdir(target) == []
    assert len(os.listdir(state / "atfault")) == made
    assert mode(target) == 0o755
