"""`atfault handler` under a kernel of its own, where core_pattern is nobody else's.

User-mode Linux (Debian's package user-mode-linux) runs as a program; support/handler_machine.py is
its first process, and what that writes down is judged here. Needs root, Debian's packages
user-mode-linux and python3, 3 GB of memory and ten minutes, which CI does not have: it is run with
ATFAULT_WHOLE_ZOO=1, or with ATFAULT_STORM, the number of crashes at once. What is ours alone is
tried by test_handler_fed.py.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess

import pytest

from support import handler_machine, needs, pages
from support.crossing import is_whole

PACKAGES = ("atfault", "atfault_gdb", "atfault_probe", "capstone", "jinja2", "markupsafe")
TIMEOUT_S = 1800
STORM = int(os.environ.get("ATFAULT_STORM", "30"))

pytestmark = [
    needs.root,
    needs.program("linux.uml", "unshare", "python3"),
    pytest.mark.skipif(
        not is_whole() and "ATFAULT_STORM" not in os.environ,
        reason="ten minutes: ATFAULT_WHOLE_ZOO=1 runs it",
    ),
    pytest.mark.slow,
    pytest.mark.timeout(TIMEOUT_S + 100),
]


def packages(folder):
    for name in (*PACKAGES, "packaging"):
        spec = importlib.util.find_spec(name)
        (where,) = spec.submodule_search_locations
        shutil.copytree(where, os.path.join(folder, name))


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    shared = tmp_path_factory.mktemp("machine")
    packages(shared / "site")
    (shared / "page").mkdir()
    pages.save_programs("handler.md", str(shared / "page"))
    init = shared / "init"
    init.write_text(f"#!/bin/sh\nexec /usr/bin/python3 {handler_machine.__file__} {shared}\n")
    init.chmod(0o755)
    settings = {"root": "/dev/root", "rootfstype": "hostfs", "rootflags": "/", "mem": "3G"}
    words = {**settings, "init": str(init), "con": "null", "STORM": str(STORM)}
    command = ["linux.uml", "ro", "quiet", *map("=".join, words.items())]
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    with subprocess.Popen(command, start_new_session=True, **streams) as machine:
        try:
            machine.wait(TIMEOUT_S)
        finally:  # its processes are some of ours
            with contextlib.suppress(ProcessLookupError):
                os.killpg(machine.pid, signal.SIGKILL)
    with open(shared / "result.json") as file:
        found = json.load(file)
    assert "error" not in found, found["error"]
    return found


def causes(reports):
    return {(one["cause"], one["confidence"], one["place"]) for one in reports}


def test_fifty_crashes_of_three_users_and_a_container_come_to_their_owners(result):
    assert {name: len(reports) for name, reports in result["fifty"].items()} == {
        "ada": 12, "bob": 12, "svc": 12, "root": 14,
    }  # fmt: skip
    for number, name in enumerate(handler_machine.USERS):
        place = f"/tmp/{name}.py:{number + 4}"
        assert causes(result["fifty"][name]) == {("null-dereference", "certain", place)}
    assert causes(result["fifty"]["root"]) == {("null-dereference", "certain", "/app/worker.py:11")}
    assert result["after fifty"]["counts"]["explained"] == 50


def test_a_storm_loses_none_and_stops_nothing(result):
    storm = result["storm"]
    assert storm["signals"] == [-11] * STORM
    assert storm["explained"] == STORM
    assert "dropped" not in storm["status"]["counts"]
    assert storm["status"]["left_out"] == 0
    place = f"/tmp/ada.py:{list(handler_machine.USERS).index('ada') + 4}"
    assert causes(storm["reports"]) == {("null-dereference", "certain", place)}


def test_another_program_s_core_is_written_as_without_us(result):
    assert result["file"] == [["core", handler_machine.USERS["ada"]]]


def test_without_room_a_crash_is_dropped_and_said(result):
    counts, told, logged = result["no room for cores"]
    assert counts["dropped"] == 1
    assert "1 × a crash of user 2002 is dropped: the core is larger than there is room" in told
    assert len(logged) == 1 and "larger than there is room" in logged[0]


def test_a_report_that_has_no_room_at_home_is_kept_elsewhere(result):
    assert len(result["no room for reports"]) == 1


def test_removal_leaves_the_machine_as_it_was(result):
    settings, state, boot = result["removed"]
    assert settings == result["before"]
    assert state == ["atfault"]  # reports of those without a home
    assert boot == []


def test_who_had_the_cores_before_has_them_still(result):
    told, sizes, pid, is_as_before, report = result["behind"]
    assert is_as_before
    words = [line.split() for line in told if line]
    assert {(signal, user, name) for _, signal, user, name in words} == {
        ("11", "2001", "python3"), ("11", "2002", "sleep"),
    }  # fmt: skip
    assert str(pid) in {line[0] for line in words}
    assert min(size for size in sizes if size > 1000) > 100_000
    assert report["cause"] == "null-dereference"


def test_what_the_page_shows_is_what_is_said(result):
    page, typed = "handler.md", "$ /opt/atfault/bin/atfault"
    (installed,) = (one for _, one in pages.blocks(page) if one.startswith("the handler is inst"))
    assert pages.not_printed(installed, result["install"]) == []
    listed = pages.shown(page, f"{typed} list").partition("$ ")[0]
    assert pages.not_printed(listed, result["page"]["list"]) == []
    assert pages.not_printed(pages.shown(page, f"{typed} show"), result["page"]["show"]) == []
    status = pages.shown(page, f"{typed} handler status")
    assert pages.not_printed(status, result["status"]) == []
