"""Why a check of CMake's failed, from real configure runs: the log does not say it."""

from __future__ import annotations

import glob
import json
import os
import shutil
import subprocess
import sys

import pytest

from support import needs
from support.run_command import ATFAULT

CMAKES = [path for path in (shutil.which("cmake"),) if path]
CMAKES += glob.glob(f"{sys.prefix}/lib/python3.*/site-packages/cmake/data/bin/cmake")
pytestmark = needs.program("cmake", "gcc")
HEAD = "cmake_minimum_required(VERSION 3.16)\nproject(demo C)\n"
LINKED = f"""{HEAD}
include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES nosuchlib)
check_c_source_compiles("int main(void) {{ return 0; }}" HAVE_ATOMICS)
if(NOT HAVE_ATOMICS)
  message(FATAL_ERROR "The compiler must support atomics")
endif()
"""
SEVERAL = f"""{HEAD}
include(CheckIncludeFile)
include(CheckFunctionExists)
check_include_file(lber.h HAVE_LBER_H)
check_function_exists(frobnicate HAVE_FROB)
if(NOT HAVE_LBER_H)
  message(SEND_ERROR "LDAP is required")
endif()
"""
UNNAMED = SEVERAL.replace("if(NOT HAVE_LBER_H)", "if(TRUE)")
ANSWERED = f"""{HEAD}
include(CheckCSourceCompiles)
check_c_source_compiles("int main(void) {{ return int_least77_t; }}" HAVE_77)
if(NOT HAVE_77)
  message(FATAL_ERROR "needs int_least77_t")
endif()
"""


@pytest.fixture(params=CMAKES, ids=lambda path: os.path.basename(os.path.dirname(path)) or "cmake")
def configure(request, tmp_path):
    def run(text: str, build: str = "build", *, log: str = "cmake.log") -> dict:
        (tmp_path / "CMakeLists.txt").write_text(text)
        done = subprocess.run(
            [request.param, "-S", ".", "-B", build], cwd=tmp_path, text=True, timeout=100,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode
        (tmp_path / log).write_text(done.stdout)
        return explained(tmp_path / log, tmp_path)

    return run


def explained(log, folder) -> dict:
    done = subprocess.run(
        [*ATFAULT, "explain", "--json", "-", str(log)], cwd=folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    first: dict = json.loads(done.stdout)["diagnosis"][0]
    return first


def reasons(finding: dict) -> str:
    return "\n".join(one["text"] for one in finding["evidence"])


@pytest.mark.representative("text", "logs of CMake")
def test_a_check_that_could_not_be_linked_is_no_answer(configure):
    finding = configure(LINKED)
    assert (finding["cause"], finding["confidence"]) == ("missing-library", "certain")
    assert "nosuchlib" in finding["summary"]
    assert finding["quotes"][0]["text"].startswith("CMake Error at CMakeLists.txt:")
    assert "the check HAVE_ATOMICS failed of: /usr/bin/ld: cannot find -lnosuchlib" in reasons(
        finding
    )


def test_the_check_is_the_one_that_the_message_stands_behind(configure):
    finding = configure(SEVERAL)
    assert (finding["cause"], finding["confidence"]) == ("missing-header", "certain")
    assert finding["summary"].startswith("lber.h was not found")


def test_of_checks_that_failed_for_several_reasons_none_is_picked(configure):
    finding = configure(UNNAMED)
    assert finding["cause"] == "configuration"
    assert "the check" not in reasons(finding)


def test_a_check_that_was_answered_leaves_the_projects_own_words(configure):
    finding = configure(ANSWERED)
    assert finding["cause"] == "configuration"
    assert "needs int_least77_t" in finding["summary"]
    assert "the check HAVE_77 failed of" in reasons(finding)


def test_another_builds_checks_are_not_taken(configure, tmp_path):
    configure(LINKED)
    (tmp_path / "other").mkdir()
    log = tmp_path / "other" / "cmake.log"
    text = (tmp_path / "cmake.log").read_text().replace(str(tmp_path), "/home/ada/elsewhere")
    log.write_text(text)
    (tmp_path / "CMakeLists.txt").write_text("# nothing\n" * 9)
    assert explained(log, tmp_path / "other")["cause"] == "configuration"
