"""Headers that were not found, and submodules that were not fetched."""

from __future__ import annotations

import io

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.findings import Finding
from atfault.options import Options
from atfault.text.submodules import include_folders, module_paths

MODULES = '[submodule "fmt"]\n\tpath = third_party/fmt\n\turl = https://example.org/fmt\n'


def log(folder: str, header: str = "fmt/core.h") -> bytes:
    return (
        f"g++ -O2 {folder} -c src/main.cc -o main.o\n"
        f"src/main.cc:1:10: fatal error: {header}: No such file or directory\n"
        f"    1 | #include <{header}>\ncompilation terminated.\n"
        "make: *** [Makefile:2: main.o] Error 1\n"
    ).encode()


def explained(data: bytes) -> Finding:
    return analyze_text(io.BytesIO(data), "-", Options()).diagnosis[0]


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / ".gitmodules").write_text(MODULES)
    (tmp_path / "src").mkdir()
    (tmp_path / "third_party").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", ["gone", "empty", "git file"])
def test_an_empty_folder_that_gitmodules_names_is_proof(project, kind):
    if kind != "gone":
        (project / "third_party" / "fmt").mkdir()
    if kind == "git file":
        (project / "third_party" / "fmt" / ".git").write_text("gitdir: x\n")
    finding = explained(log("-Ithird_party/fmt/include"))
    assert (finding.cause, finding.confidence) == ("missing-submodule", "certain")
    assert finding.quotes[0].line == 2
    assert ".gitmodules in" in finding.evidence[0].text


def test_the_build_may_have_run_below_the_project(project, monkeypatch):
    (project / "build").mkdir()
    monkeypatch.chdir(project / "build")
    finding = explained(log("-I../third_party/fmt/include"))
    assert (finding.cause, finding.confidence) == ("missing-submodule", "certain")


def test_a_submodule_that_was_fetched_is_not_missing(project):
    (project / "third_party" / "fmt").mkdir()
    (project / "third_party" / "fmt" / "README").write_text("here\n")
    assert explained(log("-Ithird_party/fmt/include")).cause == "missing-header"


def test_another_header_is_not_of_the_submodule(project):
    assert explained(log("-Iinclude", "openssl/ssl.h")).cause == "missing-header"


@pytest.mark.parametrize(
    ("folder", "header", "cause"),
    [
        ("-Ithird_party/fmt/include", "fmt/core.h", "missing-submodule"),
        ("-isystem /src/x/extern/xxHash", "xxhash.h", "missing-submodule"),
        ("-I 3rdparty/eigen", "Eigen/Dense", "missing-submodule"),
        ("-Ithird_party/zlib", "fmt/core.h", "missing-header"),
        ("-I/usr/lib/fmt/include", "fmt/core.h", "missing-header"),
        ("-Iinclude", "fmt/core.h", "missing-header"),
    ],
)
def test_without_the_source_the_include_path_tells(folder, header, cause, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    finding = explained(log(folder, header))
    assert finding.cause == cause
    assert cause == "missing-header" or finding.confidence == "likely"


def test_a_hostile_gitmodules_leads_nowhere(project):
    hostile = "\tpath = ../../etc\n\tpath = /etc\n" + "\tpath = x\n" * 100_000
    (project / ".gitmodules").write_text(hostile)
    assert explained(log("-Ithird_party/zlib")).cause == "missing-header"
    assert module_paths(hostile)[0] == "x"


def test_include_folders_are_read_as_a_compiler_reads_them():
    command = "cc -Ia -I b -isystem c '-Id e' -iquote f /Ig -DI=1"
    assert include_folders(command) == ("a", "b", "c", "d e", "f", "g")
    assert include_folders("cc 'unclosed -Ia") == ("a",)
