"""What commands do where somebody else has a hand in the files that they write."""

from __future__ import annotations

import os
import pathlib
import subprocess
from collections.abc import Iterator

import pytest

from support.hostile_paths import ADA, MALLORY, file, folder, link, needs_root, open_place, tree
from support.run_command import ATFAULT, TIMEOUT, environment

LOG = "x.c:1:10: fatal error: zlib.h: No such file or directory\n"


@pytest.fixture
def place() -> Iterator[pathlib.Path]:
    with open_place() as made:
        (made / "log").write_text(LOG)
        yield made


def atfault(place: pathlib.Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ATFAULT, *words],
        env=environment(str(place / "state"), **more),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


@pytest.mark.representative("files that others have a hand in")
@needs_root
@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_link_of_another_user_is_refused_in_one_line(place, option):
    file(place / "passwd", 0)
    target = link(folder(place / "tmp", 0, 0o1777) / "r", place / "passwd", MALLORY)
    before = tree(place)
    done = atfault(place, "explain", str(place / "log"), option, str(target))
    assert done.returncode == 2
    assert done.stderr.startswith(f"atfault: cannot write {target}: ")
    assert f"is a link of user {MALLORY}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert tree(place) == before


@needs_root
def test_run_as_root_with_the_home_of_another_user_keeps_nothing_and_says_so(place):
    home = folder(place / "ada", ADA)
    program = "import os; os.abort()"
    done = atfault(place, "run", "-c", program, XDG_STATE_HOME="", HOME=str(home))
    assert done.returncode == 134
    assert os.listdir(home) == []
    told = " ".join(done.stderr.split())
    assert f"report not saved in {home}/.local/state/atfault/reports" in told


@pytest.mark.parametrize("descriptor", ["/dev/fd/3", "/proc/self/fd/3"])
def test_run_writes_a_report_to_a_descriptor_that_the_program_has_too(place, descriptor):
    program = "import os; os.write(3, b'mine\\n'); os.abort()"
    command = f'exec "$@" 3>{place}/out'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *ATFAULT, "run", "--json", descriptor, "-c", program],
        env=environment(str(place / "state")),
        stderr=subprocess.DEVNULL,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 134
    text = (place / "out").read_text()
    assert text.startswith('mine\n{\n "schema": "atfault.report/1"')


@pytest.mark.representative("files that others have a hand in")
def test_an_old_report_is_gone_and_a_new_one_is_for_its_owner_alone(place):
    report = file(place / "r.json", os.geteuid(), 0o644)
    assert atfault(place, "run", "--json", str(report), "-c", "pass").returncode == 0
    assert not report.exists()
    assert atfault(place, "explain", str(place / "log"), "--json", str(report)).returncode == 0
    assert report.stat().st_mode & 0o777 == 0o600
