"""Imports that the loader refuses: real libraries, built here, that lack something."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig

import pytest

from atfault.decode.exceptions.uncaught_text import read_printed
from atfault.decode.imports.loader import Loader, stem_of
from atfault.decode.imports.loading import load_failure
from atfault.decode.imports.missing_symbols import name_prefix
from atfault.formats import ld_cache
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException, RaisedFrame, UncaughtException
from atfault.model.hand_over import HandOver
from atfault.model.loading import (
    A_DLL,
    A_FUNCTION,
    BuiltWithout,
    LoadFailure,
    OtherNumpy,
    OtherPython,
    Refused,
    Shadowed,
    UnfitFile,
)
from atfault.model.stacks import Location
from atfault.model.state import PythonInfo
from atfault.model.values import Value, Variable
from atfault.options import Options
from support import needs
from support.extensions import package, record

pytestmark = needs.program("g++")

GEO = """
#include <string>
namespace geo { struct Grid { void paint(std::string const&); int size(SIZE n); }; }
void geo::Grid::paint(std::string const&) {}
int geo::Grid::size(SIZE n) { return n; }
"""
CORE = """
#include <Python.h>
#include <string>
namespace geo { struct Grid { void paint(std::string const&); int size(long n); }; }
static PyModuleDef it = {PyModuleDef_HEAD_INIT, "_core", 0, -1, 0};
extern "C" PyObject *PyInit__core(void) {
    geo::Grid grid; grid.paint("x"); grid.size(3);
    return PyModule_Create(&it);
}
"""
BETWEEN = "namespace geo { void nothing() {} }"


def compile_shared(folder, text: str, output, *flags: str) -> str:
    source = folder / "source.cpp"
    source.write_text(text)
    output.parent.mkdir(parents=True, exist_ok=True)
    include = sysconfig.get_paths()["include"]
    subprocess.run(
        ["g++", "-shared", "-fPIC", f"-I{include}", "-o", output, source, *flags], check=True
    )
    return str(output)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """site-packages/pkg/_core.so, linked with libgeo.so.1, of which there are three builds."""
    folder = tmp_path_factory.mktemp("built")
    name = "-Wl,-soname,libgeo.so.1"
    good = compile_shared(folder, GEO, folder / "good" / "libgeo.so.1", "-DSIZE=long", name)
    compile_shared(folder, GEO, folder / "other" / "libgeo.so.1", "-DSIZE=int", name)
    old = "-D_GLIBCXX_USE_CXX11_ABI=0"
    compile_shared(folder, GEO, folder / "abi" / "libgeo.so.1", "-DSIZE=long", name, old)
    packages = folder / "site-packages"
    compile_shared(folder, CORE, packages / "pkg" / "_core.so", good)
    (packages / "pkg" / "__init__.py").write_text("from . import _core\n")
    return folder


def tried(built, library_path: str = "", python: str = sys.executable) -> tuple[str, str]:
    """(the last line that the import prints, the path of the file that failed)"""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "try: import pkg\n"
        "except ImportError as error: print(error); print(error.path)"
    )
    env = {**os.environ, "LD_LIBRARY_PATH": library_path}
    done = subprocess.run(
        [python, "-c", code, str(built / "site-packages")],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    message, path = done.stdout.splitlines()
    return message, path


def failure(built, message: str, path: str | None, library_path: str = "") -> LoadFailure:
    frame = RaisedFrame("<module>", Location(str(built / "site-packages/pkg/__init__.py"), 1))
    error = RaisedException("ImportError", message, (frame,), ("ImportError",), path=path)
    python = PythonInfo((3, 11, 7), "3.11.7", prefix=str(built / "nowhere"))
    handed = HandOver(
        UncaughtException("main", (error,)),
        python,
        executable=sys.executable,
        library_path=library_path,
        search_path=(str(built / "site-packages"),),
    )
    found = load_failure(handed)
    assert isinstance(found, LoadFailure)
    return found


def test_who_wants_a_missing_library_is_read_from_the_files(built):
    message, path = tried(built)
    found = failure(built, message, path)
    assert (found.problem, found.wanted, found.wanted_by) == ("library", "libgeo.so.1", path)
    assert found.found == () and found.other_versions == ()


def test_it_may_be_a_library_that_the_imported_file_needs(built, tmp_path):
    packages = tmp_path / "site-packages"
    good = str(built / "good" / "libgeo.so.1")
    between = compile_shared(
        tmp_path,
        BETWEEN,
        packages / "pkg.libs" / "libbetween.so",
        "-Wl,--no-as-needed,-soname,libbetween.so",
        good,
    )
    origin = "-Wl,-rpath,$ORIGIN/../pkg.libs,--enable-new-dtags,--no-as-needed"
    text = CORE.replace('grid.paint("x"); grid.size(3);', "")
    core = compile_shared(tmp_path, text, packages / "pkg" / "_core.so", origin, between)
    (packages / "pkg" / "__init__.py").write_text("from . import _core\n")
    message, path = tried(tmp_path)
    assert path == core
    found = failure(tmp_path, message, path)
    assert (os.path.realpath(found.wanted_by), found.importing) == (between, core)


def test_the_same_library_and_other_versions_are_found_in_the_packages(built, tmp_path):
    packages = tmp_path / "site-packages"
    shutil.copytree(built / "site-packages", packages)
    message, path = tried(tmp_path)
    (packages / "nvidia" / "geo" / "lib").mkdir(parents=True)
    (packages / "geo.libs").mkdir()
    exact = packages / "nvidia" / "geo" / "lib" / "libgeo.so.1"
    shutil.copy(built / "good" / "libgeo.so.1", exact)
    (packages / "geo.libs" / "libgeo-0a1b2c3d.so.2").write_bytes(b"no library at all")
    found = failure(tmp_path, message, path)
    assert [one.path for one in found.found] == [str(exact)]
    (other,) = found.other_versions
    assert other.path.endswith("libgeo-0a1b2c3d.so.2") and other.why_not == "it is a text file"


def test_a_symbol_with_other_arguments_is_named(built):
    where = str(built / "other")
    message, path = tried(built, where)
    found = failure(built, message, path, where)
    assert (found.problem, found.name) == ("symbol", "geo::Grid::size(long)")
    assert [(one.near, one.kind) for one in found.missing] == [
        ("geo::Grid::size(int)", "signature")
    ]
    assert found.wanted_by == path


def test_the_other_kind_of_string_is_told_from_other_arguments(built):
    where = str(built / "abi")
    message, path = tried(built, where)
    found = failure(built, message, path, where)
    (near,) = found.missing
    assert near.kind == "abi" and near.library == str(built / "abi" / "libgeo.so.1")
    assert [one.strings for one in found.built] == ["new", "old"]


def test_all_missing_symbols_are_counted(built, tmp_path):
    empty = compile_shared(
        tmp_path, BETWEEN, tmp_path / "lib" / "libgeo.so.1", "-Wl,-soname,libgeo.so.1"
    )
    where = os.path.dirname(empty)
    message, path = tried(built, where)
    found = failure(built, message, path, where)
    assert [one.kind for one in found.missing] == ["gone", "gone"]
    assert found.missing[0].symbol == found.wanted
    names = {one.name for one in found.missing}
    assert "geo::Grid::size(long)" in names and any("paint" in name for name in names)


def test_a_version_that_the_library_lacks_is_looked_for_in_others(built, tmp_path):
    script = tmp_path / "v.map"
    script.write_text("GEO_2.0 { global: *; };")
    newer = tmp_path / "site-packages" / "geo.libs" / "libgeo.so.1"
    flags = (f"-Wl,--version-script={script}", "-Wl,-soname,libgeo.so.1")
    compile_shared(tmp_path, GEO, newer, "-DSIZE=long", *flags)
    message = (
        f"{built}/good/libgeo.so.1: version `GEO_2.0' not found (required by {tmp_path}/_core.so)"
    )
    elsewhere = failure(tmp_path, message, f"{tmp_path}/_core.so")
    assert elsewhere.found == ()  # the file that wants it is not of this machine
    compile_shared(tmp_path, GEO, tmp_path / "_core.so", "-DSIZE=long")
    found = failure(tmp_path, message, f"{tmp_path}/_core.so")
    assert (found.problem, found.wanted) == ("version", "GEO_2.0")
    assert found.wanted_by == f"{tmp_path}/_core.so"
    assert [one.path for one in found.found] == [str(newer)]


def test_a_printed_traceback_serves_without_the_path_of_the_file(built):
    message, path = tried(built)
    text = (
        "Traceback (most recent call last):\n"
        f'  File "{built}/site-packages/pkg/__init__.py", line 1, in <module>\n'
        "    from . import _core\n"
        f"ImportError: {message}\n"
    )
    handed = read_printed(text, Options())
    assert handed is not None
    found = load_failure(handed)
    assert isinstance(found, LoadFailure) and found.wanted_by == path
    assert read_printed(text + "\nshutting down\n", Options()) is None


@pytest.mark.parametrize(
    ("message", "wanted", "by"),
    [
        (
            "Error loading shared library libx.so.1: No such file or directory "
            "(needed by /p/_core.so)",
            "libx.so.1",
            "/p/_core.so",
        ),
        ("Error relocating /p/_core.so: geo_size: symbol not found", "geo_size", "/p/_core.so"),
        ("/p/_core.so: undefined symbol: geo_size, version GEO_1", "geo_size", "/p/_core.so"),
        ("Original error was: libx.so.1: cannot open shared object file: No such file or "
         "directory", "libx.so.1", ""),
        ("dlopen(/p/_core.so, 0x0002): symbol not found in flat namespace '_geo_size'",
         "geo_size", "/p/_core.so"),
        ("dlopen(/p/_core.so, 2): Library not loaded: @rpath/libx.dylib", "@rpath/libx.dylib",
         "/p/_core.so"),
        ("DLL load failed while importing _core: The specified module could not be found.",
         A_DLL, "_core.pyd"),
        ("DLL load failed while importing _core: Die angegebene Prozedur wurde nicht gefunden.",
         A_FUNCTION, "_core.pyd"),
        ('[WinError 126] Le module spécifié est introuvable. Error loading "C:\\p\\x.dll" or '
         "one of its dependencies.", A_DLL, "C:\\p\\x.dll"),
        ("Unable to find zbar shared library", "zbar", ""),
        ('no library called "cairo-2" was found', "cairo-2", ""),
    ],
)  # fmt: skip
def test_messages_of_other_loaders_are_understood(tmp_path, message, wanted, by):
    found = failure(tmp_path, message, None)
    assert (found.wanted, found.wanted_by) == (wanted, by)


def test_what_ctypes_was_asked_for_is_wanted_by_no_file(built):
    message = "libgeo.so.1: cannot open shared object file: No such file or directory"
    name = Variable("name", Value("str", "'libgeo.so.1'"))
    place = Location("/usr/lib/python3.11/ctypes/__init__.py", 376)
    error = RaisedException(
        "OSError", message, (RaisedFrame("__init__", place, locals=(name,)),), ("OSError",)
    )
    found = load_failure(HandOver(UncaughtException("main", (error,))))
    assert isinstance(found, LoadFailure)
    assert (found.wanted, found.wanted_by, found.importing) == ("libgeo.so.1", "", "")


@pytest.mark.parametrize(
    "message",
    ["cannot import name 'x'", "Failed to load the default library", "dlopen() is not there",
     "[WinError 5] Access is denied"],
)  # fmt: skip
def test_other_exceptions_are_none_of_the_loaders(message):
    error = RaisedException("ImportError", message, bases=("ImportError",))
    assert isinstance(load_failure(HandOver(UncaughtException("main", (error,)))), Absent)


def test_a_library_for_another_processor_names_both_on_macos(tmp_path):
    message = (
        "dlopen(/p/_core.so, 0x0002): tried: '/p/_core.so' (mach-o file, but is an incompatible "
        "architecture (have 'x86_64', need 'arm64'))"
    )
    error = RaisedException("ImportError", message, bases=("ImportError",))
    found = load_failure(HandOver(UncaughtException("main", (error,))))
    assert found == UnfitFile("/p/_core.so", "machine", "x86_64", "arm64")


@pytest.mark.parametrize("module", ["_ctypes", "_ssl", "zlib"])
def test_a_module_that_python_was_built_without_names_the_headers(module):
    error = RaisedException(
        "ModuleNotFoundError", f"No module named '{module}'", bases=("ImportError",)
    )
    found = load_failure(HandOver(UncaughtException("main", (error,))))
    assert isinstance(found, BuiltWithout) and found.module == module


def test_a_files_stem_is_that_of_its_versions():
    assert stem_of("libcudart.so.11.0") == stem_of("libcudart-7e7e8a71.so.12") == "libcudart"
    assert stem_of("_core.so") == stem_of("readme.txt") == ""


def test_a_names_prefix_ends_before_its_arguments():
    assert name_prefix("_ZN3c105ErrorC2ENS_14SourceLocationESs") == "_ZN3c105ErrorC"
    assert name_prefix("_ZNK3geo4Grid4sizeEl") == "_ZNK3geo4Grid4size"
    assert name_prefix("geo_size") == name_prefix("_Z") == name_prefix("_ZN999999x") == ""


def test_the_systems_own_cache_is_read():
    with open("/etc/ld.so.cache", "rb") as file:
        data = file.read()
    known = ld_cache.parse(data)
    assert os.path.exists(known["libc.so.6"][0])
    assert ld_cache.parse(data[:100]) in ({}, ld_cache.parse(data[:100]))
    assert ld_cache.parse(b"nothing") == {}
    assert os.path.exists(Loader().find("libc.so.6"))


# ---- where the loader looks ---------------------------------------------------------------------


@pytest.fixture
def walk(built, tmp_path):
    """Makes an object that needs libgeo.so.1, linked with some flags, and tells which of the builds
    in folders a, b and c the loader takes: by our own account, and by its own."""
    for name in "abc":
        (tmp_path / name).mkdir()
        shutil.copy(built / "good" / "libgeo.so.1", tmp_path / name)

    def taken(*flags: str, library_path: str = "", through: tuple[str, ...] = ()) -> str:
        good = str(built / "good" / "libgeo.so.1")
        inner = compile_shared(
            tmp_path, BETWEEN, tmp_path / "libinner.so", "-Wl,--no-as-needed", *flags, good
        )
        path = inner
        if through:
            path = compile_shared(
                tmp_path, BETWEEN, tmp_path / "libouter.so", "-Wl,--no-as-needed", *through, inner
            )
        code = (
            "import ctypes, sys; ctypes.CDLL(sys.argv[1]);"
            "print([l.split()[-1] for l in open('/proc/self/maps') if 'libgeo' in l][0])"
        )
        env = {**os.environ, "LD_LIBRARY_PATH": library_path}
        done = subprocess.run(
            [sys.executable, "-c", code, path], env=env, capture_output=True, text=True
        )
        loader = Loader(library_path, program=os.path.realpath(sys.executable))
        ours = [one for one in loader.closure(path).files if "libgeo" in one]
        theirs = [done.stdout.strip()] if done.returncode == 0 else []
        assert ours == theirs
        return os.path.basename(os.path.dirname(ours[0])) if ours else ""

    def rpath(letter: str, kind: str = "disable") -> str:
        return f"-Wl,-rpath,{tmp_path}/{letter},--{kind}-new-dtags"

    taken.rpath = rpath  # type: ignore[attr-defined]
    taken.folder = tmp_path  # type: ignore[attr-defined]
    return taken


def test_rpath_wins_over_the_environment_and_runpath_does_not(walk):
    there = f"{walk.folder}/b"
    assert walk(walk.rpath("a"), library_path=there) == "a"
    assert walk(walk.rpath("a", "enable"), library_path=there) == "b"
    assert walk(walk.rpath("a", "enable")) == "a"
    assert walk() == ""


def test_rpath_is_handed_on_to_what_an_object_needs_and_runpath_is_not(walk):
    assert walk(through=(walk.rpath("a"), walk.rpath("."))) == "a"
    origin = "-Wl,-rpath,$ORIGIN,--enable-new-dtags"
    assert walk(through=(walk.rpath("a", "enable"), origin)) == ""


def test_an_object_with_a_runpath_takes_no_rpath_of_those_that_loaded_it(walk):
    inner = walk.rpath("b", "enable")
    assert walk(inner, through=(walk.rpath("a"), walk.rpath("."))) == "b"


def test_a_library_for_another_processor_is_passed_over(walk):
    alien = walk.folder / "a" / "libgeo.so.1"
    content = bytearray(alien.read_bytes())
    content[18:20] = (183).to_bytes(2, "little")
    alien.write_bytes(content)
    both = f"-Wl,-rpath,{walk.folder}/a:{walk.folder}/b"
    assert walk(both) == "b"


def test_a_library_that_a_package_brings_is_presumed_only_when_asked(built, tmp_path):
    packages = tmp_path / "site-packages"
    (packages / "geo" / "lib").mkdir(parents=True)
    there = packages / "geo" / "lib" / "libgeo.so.1"
    shutil.copy(built / "good" / "libgeo.so.1", there)
    core = str(built / "site-packages" / "pkg" / "_core.so")
    loader = Loader(packages=(str(packages),))
    plain, presumed = loader.closure(core), loader.closure(core, presume=True)
    assert [one.name for one in plain.unfound] == ["libgeo.so.1"]
    assert presumed.unfound == () and presumed.presumed == (str(there),)
    (packages / "other").mkdir()
    (packages / "other" / "libgeo.so.1").write_bytes(b"another one")
    again = Loader(packages=(str(packages),)).closure(core, presume=True)
    assert [one.name for one in again.unfound] == ["libgeo.so.1"]  # which of the two?


# ---- what else keeps an import from working -----------------------------------------------------


def told(kind: str, message: str, *files: str, path: str | None = None, packages=()) -> object:
    """Why an exception was raised whose frames are in those files, the innermost first."""
    frames = tuple(RaisedFrame("<module>", Location(file, 1)) for file in files)
    bases = ("ImportError",) if kind == "ModuleNotFoundError" else ()
    error = RaisedException(kind, message, frames, (kind, *bases), path=path)
    python = PythonInfo((3, 11, 7), "3.11.7")
    return load_failure(
        HandOver(UncaughtException("main", (error,)), python, search_path=tuple(map(str, packages)))
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("_core.cpython-38-x86_64-linux-gnu.so",), ("CPython 3.8",)),
        (("_core.cpython-311d-x86_64-linux-gnu.so",), ("CPython 3.11, debug build",)),
        (("_core.cpython-311t-x86_64-linux-gnu.so",), ("CPython 3.11, free-threaded",)),
        (("_core.pypy310-pp73-x86_64-linux-gnu.so",), ("PyPy 3.10",)),
        (
            ("_core.cpython-310-x86_64-linux-gnu.so", "_core.cpython-39-x86_64-linux-gnu.so"),
            ("CPython 3.10", "CPython 3.9"),
        ),
    ],
)
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("ModuleNotFoundError", "No module named 'pkg._core'"),
        ("ImportError", "cannot import name '_core' from 'pkg' ({}/pkg/__init__.py)"),
        (
            "ImportError",
            "cannot import name '_core' from partially initialized module 'pkg' (most likely due "
            "to a circular import) ({}/pkg/__init__.py)",
        ),
    ],
)
def test_a_module_for_another_python_is_there_and_passed_over(
    tmp_path, names, expected, kind, message
):
    packages = tmp_path / "site-packages"
    (packages / "pkg").mkdir(parents=True)
    for name in names:
        (packages / "pkg" / name).write_bytes(b"")
    found = told(kind, message.format(packages), f"{packages}/pkg/__init__.py", packages=[packages])
    assert isinstance(found, OtherPython)
    assert (found.module, found.running) == ("pkg._core", "CPython 3.11")
    assert found.built_for == expected


@pytest.mark.parametrize(
    "name", ["_core.cpython-311-x86_64-linux-gnu.so", "_core.abi3.so", "_core.so", "_core.py"]
)
def test_where_there_is_one_for_this_python_that_is_not_why(tmp_path, name):
    packages = tmp_path / "site-packages"
    (packages / "pkg").mkdir(parents=True)
    for one in (name, "_core.cpython-38-x86_64-linux-gnu.so"):
        (packages / "pkg" / one).write_bytes(b"")
    found = told("ModuleNotFoundError", "No module named 'pkg._core'", packages=[packages])
    assert isinstance(found, Absent)


def test_one_for_another_system_is_said_to_be_that(tmp_path):
    packages = tmp_path / "site-packages"
    (packages / "pkg").mkdir(parents=True)
    (packages / "pkg" / "_core.cpython-311-aarch64-linux-gnu.so").write_bytes(b"")
    found = told("ModuleNotFoundError", "No module named 'pkg._core'", packages=[packages])
    assert isinstance(found, UnfitFile) and found.machine == "aarch64-linux-gnu"


def test_a_file_of_the_users_own_is_in_the_way_where_it_hides_something(tmp_path):
    packages = tmp_path / "site-packages"
    (packages / "torch").mkdir(parents=True)
    own = tmp_path / "torch.py"
    own.write_text("")
    for kind, message in (
        ("AttributeError", "partially initialized module 'torch' has no attribute 'tensor' (…)"),
        ("AttributeError", "module 'torch' has no attribute 'tensor'"),
        ("ModuleNotFoundError", "No module named 'torch.nn'; 'torch' is not a package"),
        ("ImportError", f"cannot import name 'nn' from 'torch' ({own})"),
        (
            "AttributeError",
            f"module 'torch' has no attribute 'tensor' (consider renaming '{own}' if it has the "
            "same name as a third-party module you intended to import)",
        ),
    ):
        found = told(kind, message, str(tmp_path / "job.py"), packages=[packages])
        assert isinstance(found, Shadowed), message
        assert (found.file, found.proven) == (str(own), True)
        nothing_hidden = told(kind, message, str(tmp_path / "job.py"), packages=[tmp_path / "none"])
        assert isinstance(nothing_hidden, Absent) or "consider renaming" in message


def test_the_standard_library_can_be_hidden_as_well(tmp_path):
    (tmp_path / "random.py").write_text("")
    message = "module 'random' has no attribute 'randint'"
    found = told("AttributeError", message, str(tmp_path / "job.py"))
    assert isinstance(found, Shadowed) and found.hides == "the standard library"


def test_a_circle_among_the_users_own_modules_hides_nothing(tmp_path):
    (tmp_path / "shapes.py").write_text("")
    message = (
        "cannot import name 'area' from partially initialized module 'shapes' (most likely due to "
        f"a circular import) ({tmp_path}/shapes.py)"
    )
    assert isinstance(told("ImportError", message, f"{tmp_path}/shapes.py"), Absent)


@pytest.mark.parametrize(
    ("message", "built_for"),
    [
        ("numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header,"
         " got 88 from PyObject", "1.x"),
        ("numpy.ndarray size changed, may indicate binary incompatibility. Expected 96 from C "
         "header, got 80 from PyObject", "a newer numpy"),
        ("module was compiled against NumPy C-API version 0x12 (NumPy 2.0) but the running NumPy "
         "has C-API version 0x10. Check …", "2.0"),
        ("module compiled against API version 0xe but this version of numpy is 0xd",
         "a newer numpy"),
        ("numpy.core.multiarray failed to import", "1.x"),
    ],
)  # fmt: skip
def test_another_numpy_is_told_with_whose_module_it_is(tmp_path, message, built_for):
    packages = tmp_path / "site-packages"
    geo = package(packages, "geo", "1.0", "numpy<2")
    package(packages, "numpy", "2.4.6")
    record(packages)
    kind = "ImportError" if "failed to import" in message else "ValueError"
    found = told(kind, message, str(geo / "__init__.py"), packages=[packages])
    assert isinstance(found, OtherNumpy)
    assert (found.built_for, found.installed) == (built_for, "2.4.6")
    assert (found.package, found.requirement, found.fits) == ("geo 1.0", "numpy<2", False)


def test_what_the_c_library_refuses_is_proven_by_the_file(tmp_path):
    attribute = '__attribute__((tls_model("initial-exec")))'
    text = f"__thread char room[64] {attribute}; char *f() {{ return room; }}"
    static = compile_shared(tmp_path, text, tmp_path / "libtls.so")
    stack = compile_shared(tmp_path, BETWEEN, tmp_path / "libstack.so", "-Wl,-z,execstack")
    plain = compile_shared(tmp_path, BETWEEN, tmp_path / "libplain.so")
    for path, words, kind in (
        (static, "cannot allocate memory in static TLS block", "static-tls"),
        (stack, "cannot enable executable stack as shared object requires: Invalid argument",
         "executable-stack"),
    ):  # fmt: skip
        found = told("ImportError", f"{path}: {words}")
        assert isinstance(found, Refused)
        assert (found.kind, found.path, found.proven) == (kind, path, True)
        assert found.size == (64 if kind == "static-tls" else 0)
        doubtful = told("ImportError", f"{plain}: {words}")
        assert isinstance(doubtful, Refused) and not doubtful.proven
