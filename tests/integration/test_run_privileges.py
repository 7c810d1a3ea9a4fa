"""Programs that ask for the rights of their file (su, sudo, ping) under `atfault run`."""

from __future__ import annotations

import os
import shutil
import stat
import struct
import sys
from pathlib import Path

import pytest

from support import needs
from support.run_command import run

NOBODY = "65534"
LOST = "runs without"
pytestmark = needs.root


@pytest.fixture
def as_nobody() -> tuple[str, ...]:
    """A user that may read all files, so that it finds this interpreter, but not trace all."""
    needs.found("setpriv")
    ids = ("--reuid", NOBODY, "--regid", NOBODY, "--clear-groups")
    capabilities = "+dac_override,+dac_read_search"
    return ("setpriv", *ids, "--inh-caps", capabilities, "--ambient-caps", capabilities)


@pytest.fixture
def identity(tmp_path: Path) -> str:
    """A copy of `id`, to be given rights."""
    path = shutil.copy(shutil.which("id") or pytest.skip("no id"), tmp_path / "identity")
    if os.statvfs(path).f_flag & os.ST_NOSUID:
        pytest.skip("no program on this file system gets the rights of its file")
    os.chmod(path, 0o755)
    return str(path)


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if LOST in line]


def test_a_set_user_id_program_that_loses_its_rights_is_named_once(
    tmp_path: Path, as_nobody: tuple[str, ...], identity: str
) -> None:
    os.chmod(identity, 0o4755)
    ran = run(identity, "-u", state=str(tmp_path), before=as_nobody)
    assert ran.out == NOBODY + "\n"
    (line,) = lines_of(ran.err)
    assert line.startswith(f"atfault: {identity} runs without the rights of root (set-user-id): ")
    assert line.endswith("sudo atfault run …")
    assert (ran.code, ran.reports) == (0, ())


def test_one_that_a_child_executes_is_named_in_the_report_as_well(
    tmp_path: Path, as_nobody: tuple[str, ...], identity: str
) -> None:
    os.chmod(identity, 0o2755)
    os.chown(identity, 0, 0)
    os.chmod(identity, 0o2755)
    script = (
        "import ctypes, subprocess, sys\n"
        "for _ in range(3): subprocess.run([sys.argv[1], '-g'])\n"
        "ctypes.string_at(0)\n"
    )
    ran = run(sys.executable, "-c", script, identity, state=str(tmp_path), before=as_nobody)
    assert ran.out == 3 * (NOBODY + "\n")
    assert len([line for line in lines_of(ran.err) if line.startswith("atfault: ")]) == 1
    (report,) = ran.reports
    (warning,) = lines_of("\n".join(report["warnings"]))
    assert f"{identity} runs without the rights of group root (set-group-id)" in warning


@pytest.mark.representative("rights of files")
def test_lost_capabilities_of_a_file_are_named(
    tmp_path: Path, as_nobody: tuple[str, ...], identity: str
) -> None:
    net_raw = struct.pack("<5I", 0x02000001, 1 << 13, 0, 0, 0)
    try:
        os.setxattr(identity, "security.capability", net_raw)
    except OSError:
        pytest.skip("no file capabilities here")
    ran = run(identity, "-u", state=str(tmp_path), before=as_nobody)
    (line,) = lines_of(ran.err)
    assert "runs without the capabilities of its file" in line


def test_programs_that_lose_nothing_are_not_named(
    tmp_path: Path, as_nobody: tuple[str, ...], identity: str
) -> None:
    os.chown(identity, int(NOBODY), int(NOBODY))
    os.chmod(identity, 0o6755)  # it asks for what it has
    assert os.stat(identity).st_mode & stat.S_ISUID
    assert not lines_of(run(identity, state=str(tmp_path), before=as_nobody).err)
    # Without us it would not have got them either.
    os.chown(identity, 0, 0)
    os.chmod(identity, 0o6755)
    before = (*as_nobody, "--no-new-privs")
    assert not lines_of(run(identity, state=str(tmp_path), before=before).err)


def test_traced_by_root_it_has_its_rights(tmp_path: Path, identity: str) -> None:
    os.chown(identity, int(NOBODY), int(NOBODY))
    os.chmod(identity, 0o4755)
    ran = run(identity, "-u", state=str(tmp_path))
    assert ran.out == NOBODY + "\n"
    assert not lines_of(ran.err)
