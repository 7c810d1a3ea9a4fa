"""What install changes, remove puts back."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from atfault.errors import AccessError, UsageError
from atfault.handler import install as module
from atfault.handler import spool
from atfault.handler.install import check_program, install, remove, status_of
from atfault.handler.pattern import is_ours
from atfault.handler.places import Places, read_former

PYTHON = "/opt/atfault/bin/python"
APPORT = "|/usr/share/apport/apport -p%p -s%s -c%c -d%d -P%P -u%u -g%g -- %E"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "kernel").mkdir()
    for name, text in (("pattern", "core\n"), ("limit", "0\n"), ("uses_pid", "1\n")):
        (tmp_path / "kernel" / name).write_text(text)
    (tmp_path / "log").write_text("")
    kernel = str(tmp_path / "kernel")
    return Places(
        f"{kernel}/pattern",
        f"{kernel}/limit",
        f"{kernel}/uses_pid",
        str(tmp_path / "sysctl.d" / "99-atfault.conf"),
        str(tmp_path / "state"),
        str(tmp_path / "log"),
    )


def settings(places: Places) -> list[str]:
    return [Path(path).read_text().strip() for path in places[:3]]


@pytest.mark.parametrize("pattern", ["core", APPORT, "/var/cores/%e.%p", ""])
def test_removal_leaves_it_as_it_was(places: Places, pattern: str, tmp_path: Path) -> None:
    Path(places.pattern).write_text(pattern)
    before = settings(places)
    install(places, PYTHON)
    assert is_ours(settings(places)[0])
    assert read_former(places) == pattern
    assert settings(places)[1] == "128"
    assert status_of(places).problem.startswith(PYTHON)  # which is not there
    with spool.job(places.folder, 0):
        pass
    assert remove(places) == ""
    assert settings(places) == before
    assert not os.path.exists(places.folder)
    assert os.listdir(tmp_path / "sysctl.d") == []


def test_after_a_restart_the_same_is_set_again(places: Places) -> None:
    install(places, PYTHON)
    assert f"kernel.core_pattern={settings(places)[0]}\n" in Path(places.boot).read_text()
    assert "kernel.core_pipe_limit=128\n" in Path(places.boot).read_text()


def test_installing_again_keeps_what_was_there_first(places: Places) -> None:
    Path(places.pattern).write_text(APPORT)
    install(places, PYTHON)
    install(places, "/opt/newer/bin/python")
    assert settings(places)[0].startswith("|/opt/newer/bin/python ")
    assert read_former(places) == APPORT


def test_a_larger_limit_stays(places: Places) -> None:
    Path(places.limit).write_text("500")
    install(places, PYTHON)
    assert settings(places)[1] == "500"


def test_what_somebody_else_has_set_since_stays(places: Places) -> None:
    install(places, PYTHON)
    Path(places.pattern).write_text(APPORT)
    assert "again" in status_of(places).problem
    assert "stays" in remove(places)
    assert settings(places)[0] == APPORT


def test_reports_of_users_without_a_home_stay(places: Places) -> None:
    install(places, PYTHON)
    kept = Path(places.folder, "users", "33", "report")
    kept.parent.mkdir()
    kept.write_text("x")
    remove(places)
    assert kept.exists()


def test_without_a_record_the_kernel_s_own_is_set(places: Places) -> None:
    install(places, sys.executable)
    os.unlink(places.record)
    assert "lost" in status_of(places).problem
    with pytest.raises(UsageError, match="lost"):
        install(places, PYTHON)
    assert "lost" in remove(places)
    assert settings(places)[:2] == ["core", "0"]


def test_where_it_cannot_be_set_nothing_stays(places: Places) -> None:
    os.unlink(places.pattern)
    os.mkdir(places.pattern)
    with pytest.raises(AccessError):
        install(places, PYTHON)
    assert not os.path.exists(places.folder)
    assert not os.path.exists(places.boot)


def test_a_socket_is_not_taken_away(places: Places) -> None:
    Path(places.pattern).write_text("@/run/coredump")
    with pytest.raises(UsageError, match="socket"):
        install(places, PYTHON)
    assert settings(places)[0] == "@/run/coredump"


def test_what_others_may_change_does_not_run_as_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_closed_to_others", lambda path: "")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python").write_text("")
    folder.chmod(0o777)
    with pytest.raises(UsageError, match="everybody may write"):
        check_program(str(folder / "python"))


def test_what_others_cannot_run_is_not_installed(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "python").write_text("")
    with pytest.raises(UsageError, match="cannot be read by all"):
        check_program(str(tmp_path / "python"))
