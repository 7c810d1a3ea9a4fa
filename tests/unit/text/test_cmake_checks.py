"""The files in which CMake keeps what its checks printed."""

from __future__ import annotations

import pytest

from atfault.text.cmake_checks import build_folders, checks_in, failed_checks, reason_of
from atfault.text.lines import lines_of

LOG = b"""-- Performing Test HAVE_X
-- Performing Test HAVE_X - Failed
-- Performing Test HAVE_Y - Success
-- Looking for lber.h - not found
-- Looking for pthread_create in pthreads - not found
CMake Error at CMakeLists.txt:8 (message):
  no
-- Looking for late.h - not found
See also "/src/build/CMakeFiles/CMakeError.log".
"""
ERROR_LOG = """Performing C++ SOURCE FILE Test HAVE_X failed with the following output:
Change Dir: /src/build/CMakeFiles/CMakeScratch/TryCompile-1
/usr/bin/c++ src.cxx.o -o cmTC_1 -lnosuch
/usr/bin/ld: cannot find -lnosuch: No such file or directory
collect2: error: ld returned 1 exit status

Determining if the include file lber.h exists failed with the following output:
/src/CheckIncludeFile.c:1:10: fatal error: lber.h: No such file or directory

Determining if the function frob exists passed with the following output:
/src/x.c:1:1: error: of a check that passed
"""
YAML = """
---
events:
  -
    kind: "message-v1"
    message: |
      Compiling the C compiler identification source file failed.
  -
    kind: "try_compile-v1"
    checks:
      - "Performing Test HAVE_X"
    directories:
      source: "/src/build/CMakeFiles/CMakeScratch/TryCompile-1"
    buildResult:
      variable: "HAVE_X"
      cached: true
      stdout: |
        Change Dir: '/src'

        /usr/bin/ld: cannot find -lnosuch: No such file or directory
        collect2: error: ld returned 1 exit status

      exitCode: 2
  -
    kind: "try_compile-v1"
    checks:
      - "Looking for frob"
    buildResult:
      variable: "HAVE_FROB"
      stdout: |
        x.c:1:1: error: of a check that passed
      exitCode: 0
...
"""


def test_the_checks_that_failed_before_the_error_are_named_once():
    names = failed_checks(lines_of(LOG).lines, 6)
    assert names == ("HAVE_X", "lber.h", "pthread_create in pthreads")


def test_the_build_folder_is_the_one_that_the_log_names():
    assert build_folders(lines_of(LOG).lines) == ("/src/build",)
    assert build_folders(lines_of(b"+ cmake -S . -B out/x -G Ninja\n").lines) == ("out/x",)


@pytest.mark.parametrize("text", [ERROR_LOG, YAML], ids=["CMakeError.log", "yaml"])
def test_a_failed_check_has_its_output_and_one_that_passed_has_none(text):
    found = checks_in(text)
    assert "HAVE_X" in found and "frob" not in found
    number, reason = reason_of(found["HAVE_X"])
    assert text.split("\n")[number - 1].strip() == reason.text
    assert (reason.kind, reason.subject) == ("library", "nosuch")


def test_the_last_of_several_runs_counts():
    again = ERROR_LOG.replace("nosuch", "older") + "\n" + ERROR_LOG
    assert reason_of(checks_in(again)["HAVE_X"])[1].subject == "nosuch"


@pytest.mark.parametrize(
    "text",
    ["", "\n" * 100_000, YAML[:300], YAML.replace("        ", "\t"), "x" * 1_000_000,
     "Determining if " * 50_000, 'kind: "try_compile-v1"\n      exitCode: 9999999999\n' * 9000],
    ids=range(7),
)  # fmt: skip
def test_what_is_no_such_file_has_no_checks_or_harmless_ones(text):
    for check in checks_in(text).values():
        reason_of(check)
