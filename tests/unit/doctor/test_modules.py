"""The check of all native modules: built here, sound and broken, few and many."""

from __future__ import annotations

import shutil
import sys

import pytest

from atfault.decode.imports.python_home import home_of_executable
from atfault.doctor.checks import modules
from support import needs
from support.extensions import (
    INIT,
    LIBC10,
    NEW_ABI,
    OF_C10,
    OLD_ABI,
    compile_shared,
    package,
    record,
)
from support.stand_in_machine import StandIn, StandInSubject, one, verdicts

pytestmark = needs.program("g++")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "site-packages"


def subject(tmp_path, folder) -> StandInSubject:
    record(folder)
    home = home_of_executable(sys.executable)._replace(packages=(str(folder),))
    return StandInSubject(StandIn(tmp_path / "root"), home)


def checked(tmp_path, folder):
    about = subject(tmp_path, folder)
    return verdicts(modules.native_modules, about.machine, about)


def sound(folder, name="geo"):
    return compile_shared(INIT.replace("BODY", "0"), package(folder, name, "1.0") / "_C.so")


def test_modules_that_find_all_they_need_are_no_matter(tmp_path, folder):
    sound(folder)
    (found,) = checked(tmp_path, folder)
    assert found.state == "ok" and found.looked_at.startswith("1 native files")


def test_packages_of_mixed_abi_are_found_without_being_imported(tmp_path, folder):
    torch = package(folder, "torch", "2.13.0")
    libc10 = compile_shared(LIBC10, torch / "lib" / "libc10.so", NEW_ABI, "-Wl,-soname,libc10.so")
    path = compile_shared(
        OF_C10, package(folder, "fast", "1.0", "torch") / "_C.so", OLD_ABI, libc10
    )
    (folder / "fast" / "__init__.py").write_text("raise SystemExit('imported')")
    (found,) = checked(tmp_path, folder)
    assert found.state == "problem" and found.looked_at == path
    assert "compiled with different kinds of std::string" in found.meaning
    assert found.cure


def test_a_library_that_is_missing_may_belong_to_a_part_that_nobody_needs(tmp_path, folder):
    libtbb = compile_shared("int tbb() { return 1; }", tmp_path / "libtbb.so.12",
                            "-Wl,-soname,libtbb.so.12")  # fmt: skip
    geo = package(folder, "geo", "1.0")
    compile_shared("int tbb();" + INIT.replace("BODY", "tbb()"), geo / "_C.so", libtbb)
    (found,) = checked(tmp_path, folder)
    assert found.state == "note" and "libtbb.so.12" in found.meaning


def test_a_damaged_file_is_in_the_way(tmp_path, folder):
    path = sound(folder)
    with open(path, "r+b") as file:
        file.truncate(3000)
    (found,) = checked(tmp_path, folder)
    assert found.state == "problem" and "it is cut off" in found.meaning


@pytest.mark.parametrize(
    ("names", "installed", "state"),
    [
        (("numpy.core._multiarray_umath",), "2.4.6", "problem"),
        (("numpy.core._multiarray_umath",), "1.26.4", "ok"),
        (("numpy._core._multiarray_umath", "numpy.core._multiarray_umath"), "2.4.6", "ok"),
        ((), "2.4.6", "ok"),
    ],
)
def test_a_module_for_numpy_1_is_told_by_what_its_headers_left(
    tmp_path, folder, names, installed, state
):
    texts = "".join(f'const char *n{at} = "{name}";\n' for at, name in enumerate(names))
    compile_shared(
        texts + INIT.replace("BODY", "0"), package(folder, "geo", "1.0", "numpy") / "_C.so"
    )
    package(folder, "numpy", installed)
    (found,) = checked(tmp_path, folder)
    assert found.state == state
    assert state == "ok" or "geo 1.0 was built for numpy 1.x" in found.meaning


@pytest.mark.slow
def test_many_files_are_shared_among_processes_and_counted(tmp_path, folder):
    path = sound(folder)
    for number in range(modules.FEW + 40):
        shutil.copy(path, folder / "geo" / f"_{number}.so")
    with open(folder / "geo" / "_7.so", "r+b") as file:
        file.truncate(3000)
    about = subject(tmp_path, folder)
    ticks: list[tuple[int, int]] = []
    about.progress = lambda done, total: ticks.append((done, total))
    found = one(modules.native_modules, about.machine, about)
    assert found.state == "problem" and found.looked_at.endswith("/_7.so")
    total = modules.FEW + 41
    assert ticks[-1] == (total, total) and len(ticks) > 2
    assert [done for done, _ in ticks] == sorted(done for done, _ in ticks)


def test_a_file_that_goes_away_meanwhile_is_no_mistake(tmp_path, folder):
    sound(folder)
    about = subject(tmp_path, folder)
    files = [*modules.native_files(about), str(folder / "gone.so")]
    (failed,) = modules.failures(about, files, {}, None)
    assert failed.path.endswith("gone.so")
