"""Packages with native code, built here: extension modules, the libraries they need, metadata."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sysconfig

from support import needs

INIT = """
#include <Python.h>
static PyModuleDef it = {PyModuleDef_HEAD_INIT, "_C", 0, -1, 0};
extern "C" PyObject *PyInit__C(void) { BODY; return PyModule_Create(&it); }
"""
"""A module _C whose initialization is BODY (a macro)."""
LIBC10 = """
#include <string>
namespace c10 {
struct SourceLocation { const char *function, *file; unsigned line; };
struct Error {
    Error(SourceLocation, std::string);
    const char *what() const;
    std::string text;
};
Error::Error(SourceLocation, std::string text) : text(text) {}
const char *Error::what() const { return text.c_str(); }
namespace detail {
void torchInternalAssertFail(
    const char *, const char *, unsigned, const char *, std::string const &) {}
}
}
"""
"""What extensions of torch need of libc10.so, by the names that torch has."""
OF_C10 = """
#include <Python.h>
#include <string>
namespace c10 {
struct SourceLocation { const char *function, *file; unsigned line; };
struct Error { Error(SourceLocation, std::string); const char *what() const; char room[256]; };
namespace detail {
void torchInternalAssertFail(
    const char *, const char *, unsigned, const char *, std::string const &);
}
}
struct Mine : c10::Error { Mine() : c10::Error({"f", "g", 1}, "text") {} };
static PyModuleDef it = {PyModuleDef_HEAD_INIT, "_C", 0, -1, 0};
extern "C" PyObject *PyInit__C(void) {
    if (it.m_size == 1) {
        Mine error;
        c10::detail::torchInternalAssertFail("f", "g", 1, "h", std::string("text"));
    }
    return PyModule_Create(&it);
}
"""
"""An extension module that uses two of them, whichever std::string it is compiled with."""
OLD_ABI, NEW_ABI = "-D_GLIBCXX_USE_CXX11_ABI=0", "-D_GLIBCXX_USE_CXX11_ABI=1"


def compile_shared(text: str, output: pathlib.Path, *flags: str) -> str:
    """g++ -shared; the path of what it made."""
    output.parent.mkdir(parents=True, exist_ok=True)
    include = sysconfig.get_paths()["include"]
    subprocess.run(
        [needs.found("g++"), "-shared", "-fPIC", "-x", "c++", "-", "-x", "none"]
        + [f"-I{include}", "-o", str(output), "-Wl,--no-as-needed", *flags],
        input=text.encode(),
        check=True,
    )
    return str(output)


def package(folder: pathlib.Path, name: str, version: str, *requires: str) -> pathlib.Path:
    """An installed package with no files yet: its folder. `record` completes it."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {one}" for one in requires]
    (info / "METADATA").write_text("\n".join(lines) + "\n\nA package.\n")
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    return folder / name


def record(folder: pathlib.Path) -> None:
    """Write RECORD of all packages in `folder`, by what lies in theirs."""
    for info in folder.glob("*.dist-info"):
        top = info.name.partition("-")[0]
        files = [path for path in (folder / top).rglob("*") if path.is_file()]
        lines = [f"{os.path.relpath(path, folder)},," for path in (*files, info / "METADATA")]
        (info / "RECORD").write_text("\n".join(lines) + "\n")
