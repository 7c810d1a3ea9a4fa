"""Why the check failed that stopped CMake: the log, what CMake keeps beside it, and the project."""

from __future__ import annotations

import os

import pytest

from atfault.decode.imports import cmake_checks
from atfault.decode.imports.cmake_checks import with_check
from atfault.model.given import Given, Hit, TextPlace
from atfault.text.lines import lines_of

HEAD = "Performing C SOURCE FILE Test {} failed with the following output:\n"
LIBRARY = "/usr/bin/ld: cannot find -lnosuch: No such file or directory\n"
HEADER = "/src/x.c:1:10: fatal error: lber.h: No such file or directory\n"
ANSWER = "/src/x.c:1:1: error: unknown type name 'int_least77_t'\n"
LOG = """-- Performing Test HAVE_A - Failed
-- Performing Test HAVE_B - Failed
CMake Error at CMakeLists.txt:{row} (message):
  the compiler must do it
"""
TOLD = "cmake -S . -B build\n"
SOURCE = """project(demo C)
check_c_source_compiles("int main(void) { return 0; }" HAVE_A)
CHECK_INCLUDE_FILE (lber.h HAVE_B)
if(NOT HAVE_B)
  if(FALSE)
    set(x 1)
  endif()
  message(FATAL_ERROR "the compiler must do it")
endif()
if (HAVE_A)
else()
  message(FATAL_ERROR "no")
endif()
message(FATAL_ERROR "none")
"""


class Project:
    """A source folder, its build folder, and a log in it."""

    def __init__(self, folder) -> None:
        self.folder = folder
        self.log = folder / "log.txt"
        (folder / "CMakeLists.txt").write_text(SOURCE)

    def built(self, outputs: dict[str, str], build: str = "build", home: bool = True) -> str:
        """What CMake keeps there, for each check that failed. Returns the path of that file."""
        kept = self.folder / build / "CMakeFiles"
        kept.mkdir(parents=True, exist_ok=True)
        text = "".join(HEAD.format(name) + output + "\n" for name, output in outputs.items())
        (kept / "CMakeError.log").write_text(text)
        cache = f"CMAKE_HOME_DIRECTORY:INTERNAL={self.folder}\n" if home else ""
        (self.folder / build / "CMakeCache.txt").write_text(f"x\n{cache}y\n")
        return str(kept / "CMakeError.log")

    def explained(self, row: int = 99, more: str = "", **facts: object) -> Given:
        """The log with its check; of an error at that line of the project."""
        text = LOG.format(row=row) + more
        self.log.write_text(text)
        place = TextPlace("CMakeLists.txt", row, function="message")
        first = Hit("configure", 3, "the compiler must do it", "cmake-error", "cmake", place=place)
        given = Given(str(self.log), 4, first=first._replace(**facts))
        return with_check(given, lines_of(text.encode()), str(self.log))


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    monkeypatch.setattr(cmake_checks, "current_folder", lambda: str(tmp_path / "elsewhere"))
    return Project(tmp_path)


def told(given: Given) -> tuple[object, ...]:
    check, first = given.check, given.first
    assert check is not None and first is not None
    return check.name, check.line, check.is_named, first.kind, first.subject


def test_a_check_that_the_if_names_is_the_one(project):
    path = project.built({"HAVE_A": HEADER, "HAVE_B": LIBRARY})
    found = project.explained(row=8)
    assert told(found) == ("HAVE_B", 5, True, "library", "nosuch")
    assert found.check.file == path and found.check.text.endswith(LIBRARY.strip()[12:])
    assert told(project.explained(row=12)) == ("HAVE_A", 2, True, "header", "lber.h")


def test_a_check_that_the_error_names_is_the_one_without_the_source(project):
    project.built({"HAVE_A": HEADER, "HAVE_B": LIBRARY}, home=False)
    os.unlink(project.folder / "CMakeLists.txt")
    assert told(project.explained(text="needs HAVE_A"))[0] == "HAVE_A"
    assert told(project.explained(found="see HAVE_B"))[0] == "HAVE_B"
    assert project.explained(text="needs HAVE_A_B").check is None


def test_a_check_by_the_variable_that_gets_its_answer(project):
    project.built({"lber.h": LIBRARY, "HAVE_A": HEADER})
    given = project.explained(row=8)
    assert given.check is None, "the log says of no check of that name that it failed"
    log = LOG.replace("Performing Test HAVE_B - Failed", "Looking for lber.h - not found")
    place = TextPlace("CMakeLists.txt", 8, function="message")
    first = Hit("configure", 3, "no", "cmake-error", "cmake", place=place)
    name = str(project.log)
    given = with_check(Given(name, 4, first=first), lines_of(log.encode()), name)
    assert told(given)[:3] == ("lber.h", 2, True)


def test_checks_that_failed_for_one_reason_need_no_name(project):
    project.built({"HAVE_A": LIBRARY, "HAVE_B": LIBRARY})
    assert told(project.explained(more=TOLD)) == ("HAVE_B", 5, False, "library", "nosuch")
    project.built({"HAVE_A": LIBRARY, "HAVE_B": HEADER})
    assert project.explained(more=TOLD).check is None
    project.built({"HAVE_A": "", "HAVE_B": LIBRARY})
    assert project.explained(more=TOLD).check is None, "of one nothing is known"


def test_what_the_compiler_answers_is_told_and_stays_a_failed_check(project):
    project.built({"HAVE_A": ANSWER, "HAVE_B": ANSWER})
    found = project.explained(more=TOLD, subject="x", wanted="y")
    assert told(found) == ("HAVE_B", 5, False, "configure", "x")
    assert found.first.wanted == "y" and "int_least77_t" in found.check.text
    project.built({"HAVE_A": LIBRARY, "HAVE_B": LIBRARY})
    found = project.explained(more=TOLD, subject="x", wanted="y", found="z").first
    assert (found.subject, found.wanted, found.found) == ("nosuch", "", "")


def test_a_folder_that_the_log_names_comes_first(project):
    project.built({"HAVE_A": LIBRARY}, "other")
    path = project.built({"HAVE_A": HEADER}, "named")
    for name in ("named", str(project.folder / "named")):
        found = project.explained(more=f"cmake -S . -B {name}\n")
        assert found.check.file == path and told(found)[3:] == ("header", "lber.h")


def test_the_newest_build_beside_the_log_counts_where_it_names_the_check(project):
    project.built({"HAVE_B": LIBRARY}, "old")
    path = project.built({"HAVE_B": HEADER, "HAVE_A": LIBRARY}, "new")
    os.utime(project.folder / "old" / "CMakeCache.txt", (1, 1))
    assert project.explained(row=8).check.file == path
    os.utime(project.folder / "new" / "CMakeCache.txt", (0, 0))
    assert told(project.explained(row=8))[3] == "library"
    project.built({"HAVE_B": LIBRARY}, "old", home=False)
    project.built({"HAVE_B": LIBRARY}, "new", home=False)
    os.unlink(project.folder / "CMakeLists.txt")
    assert project.explained().check is None, "it may be another build's"


def test_a_log_in_its_own_build_folder_or_below_it(project, monkeypatch):
    path = project.built({"HAVE_A": LIBRARY}, ".")
    assert project.explained().check.file == path
    (project.folder / "logs").mkdir()
    project.log = project.folder / "logs" / "log.txt"
    assert project.explained(row=8).check is None
    project.built({"HAVE_B": LIBRARY}, ".")
    assert told(project.explained(row=8))[0] == "HAVE_B"


def test_a_text_from_a_pipe_is_looked_for_in_the_current_folder(project, monkeypatch):
    path = project.built({"HAVE_A": LIBRARY}, ".")
    first = Hit("configure", 3, "no", "cmake-error", "cmake")
    kept = lines_of(LOG.encode())
    assert with_check(Given("-", 4, first=first), kept, "-").check is None
    monkeypatch.setattr(cmake_checks, "current_folder", lambda: str(project.folder))
    assert with_check(Given("-", 4, first=first), kept, "-").check.file == path


@pytest.mark.parametrize("facts", [{"tool": "gcc"}, {"why": "missing-package"}, {"line": 1}])
def test_what_is_no_error_of_cmake_after_a_failed_check_stays_as_it_is(project, facts):
    project.built({"HAVE_A": LIBRARY})
    assert project.explained(row=12).check is not None
    assert project.explained(row=12, **facts).check is None
    assert with_check(Given("x", 1), lines_of(b"x"), "x").check is None


def test_the_newer_file_of_cmakes_comes_first(project):
    project.built({"HAVE_A": HEADER})
    newer = project.folder / "build" / "CMakeFiles" / "CMakeConfigureLog.yaml"
    newer.write_text(
        'events:\n  -\n    kind: "try_compile-v1"\n    checks:\n      - "Performing Test HAVE_A"\n'
        '    buildResult:\n      variable: "HAVE_A"\n      stdout: |\n        ' + LIBRARY + "      "
        "exitCode: 1\n"
    )
    found = project.explained(text="needs HAVE_A")
    assert found.check.file == str(newer) and told(found)[3] == "library"
    newer.write_text("")
    assert told(project.explained(text="needs HAVE_A"))[3] == "header"
    os.unlink(newer)
    os.mkdir(newer)
    assert told(project.explained(text="needs HAVE_A"))[3] == "header"


@pytest.mark.parametrize(
    ("row", "condition"),
    [
        (8, "if(NOT HAVE_B)"),
        (12, "if (HAVE_A)"),
        (14, ""),
        (5, ""),
        (6, ""),
        (99, ""),
        (None, ""),
    ],
)
def test_the_if_round_a_message(row, condition):
    place = TextPlace("CMakeLists.txt", row, function="message")
    assert cmake_checks._condition(SOURCE.split("\n"), place) == condition


def test_an_if_too_far_above_is_none_of_it():
    lines = ["if(A)", *["  set(x 1)"] * 14, "  message(no)"]
    place = TextPlace("x.cmake", 16, function="message")
    assert cmake_checks._condition(lines, place) == "if(A)"
    lines.insert(1, "  set(x 1)")
    assert cmake_checks._condition(lines, place._replace(row=17)) == ""
