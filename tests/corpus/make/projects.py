"""Small projects that do not build, each for a known reason: what `build.py` builds.

A project: its files, the command, a text that the true line holds (the first line with it is the
true one), and the cause. None for the last two: it builds.
"""

from __future__ import annotations

from typing import NamedTuple


class Project(NamedTuple):
    name: str
    files: dict[str, str]
    command: str
    true: str | None
    cause: str | None
    needs: str = ""
    """Commands it cannot be built without."""


HELLO = "int main(void) { return 0; }\n"
WARNS = "int unused_{n}(void) {{ int x = {n}; return 0; }}\n"
BAD = "int broken(void) { return missing_name; }\n"


def units(count: int, bad: int, text: str = BAD, suffix: str = "c") -> dict[str, str]:
    made = {f"src/unit{n}.{suffix}": WARNS.format(n=n) for n in range(count)}
    made[f"src/unit{bad}.{suffix}"] = text
    return made


def makefile(flags: str = "-Wall", compiler: str = "gcc", suffix: str = "c") -> str:
    return (
        f"OBJS := $(patsubst src/%.{suffix},%.o,$(wildcard src/*.{suffix}))\n"
        f"all: prog\nprog: $(OBJS)\n\t{compiler} -o $@ $^\n"
        f"%.o: src/%.{suffix}\n\t{compiler} {flags} -c $< -o $@\n"
    )


def cmake(body: str, languages: str = "C CXX") -> str:
    return f"cmake_minimum_required(VERSION 3.16)\nproject(demo {languages})\n{body}\n"


NINJA = "cmake -G Ninja -B b . && ninja -C b"
SORT = (
    "#include <algorithm>\n#include <vector>\nstruct Point { int x; };\n"
    "void order(std::vector<Point>& all) {\n  std::sort(all.begin(), all.end());\n}\n"
)
MANY = {
    f"src/u{n}.cpp": f"#include <vector>\nint f{n}() {{ int unused = {n}; return {n}; }}\n"
    for n in range(30)
}
GLOB = "file(GLOB S src/*.cpp)\nadd_library(demo SHARED ${S})\ntarget_compile_options(demo PRIVATE -Wall)"
SETUP = "from setuptools import Extension, setup\nsetup(name='demo', version='1', ext_modules=[Extension('demo', [{0}])])\n"
PIP = "{python} -m pip wheel --no-deps --no-build-isolation -w out ."
MODULE = '#include <Python.h>\n{0}\nstatic struct PyModuleDef d = {{PyModuleDef_HEAD_INIT, "demo", 0, -1, 0}};\nPyMODINIT_FUNC PyInit_demo(void) {{ return PyModule_Create(&d); }}\n'
CARGO = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n{0}\n'
MESON = "project('demo', 'c', version: '1')\n{0}\n"

PROJECTS = (
    # make
    Project(
        "make-first",
        {"Makefile": makefile(), **units(8, 3)},
        "make",
        "‘missing_name’ undeclared",
        "build-error",
    ),
    Project(
        "make-j-mixed",
        {"Makefile": makefile(), **units(40, 13)},
        "make -j8",
        "‘missing_name’ undeclared",
        "build-error",
    ),
    Project(
        "make-k",
        {"Makefile": makefile(), **units(40, 29)},
        "make -k -j4",
        "‘missing_name’ undeclared",
        "build-error",
    ),
    Project(
        "make-werror",
        {
            "Makefile": makefile("-Wall -Werror=unused-variable"),
            "src/a.c": "int ok(void) { return 1; }\n",
            "src/b.c": WARNS.format(n=2),
        },
        "make",
        "unused variable",
        "build-error",
    ),
    Project(
        "make-ignored",
        {
            "Makefile": "all:\n\t-gcc -c optional.c\n\tgcc -c main.c\n",
            "optional.c": BAD,
            "main.c": "#include <nowhere/missing.h>\n" + HELLO,
        },
        "make",
        "nowhere/missing.h: No such file",
        "missing-header",
    ),
    Project(
        "make-zh",
        {"Makefile": makefile(), **units(5, 2, '#include "lber.h"\n')},
        "LC_ALL=zh_CN.UTF-8 make",
        "lber.h",
        "missing-header",
    ),
    Project(
        "make-de",
        {"Makefile": makefile(), **units(5, 2)},
        "LC_ALL=de_DE.UTF-8 make",
        "Fehler: »missing_name«",
        "build-error",
    ),
    Project(
        "make-fr",
        {"Makefile": makefile(), **units(5, 2, "#include <zlib_nowhere.h>\n")},
        "LC_ALL=fr_FR.UTF-8 make",
        "zlib_nowhere.h",
        "missing-header",
    ),
    Project(
        "make-ja",
        {"Makefile": makefile(), **units(5, 2)},
        "LC_ALL=ja_JP.UTF-8 make",
        "missing_name",
        "build-error",
    ),
    Project(
        "make-ru",
        {"Makefile": makefile(), **units(5, 2)},
        "LC_ALL=ru_RU.UTF-8 make",
        "ошибка: ",
        "build-error",
    ),
    Project(
        "make-es",
        {"Makefile": makefile(), **units(5, 2)},
        "LC_ALL=es_ES.UTF-8 make",
        "missing_name",
        "build-error",
    ),
    Project(
        "make-no-rule",
        {"Makefile": "prog: main.o parser.o\n\tgcc -o $@ $^\n", "main.c": HELLO},
        "make",
        "No rule to make target 'parser.o'",
        "build-error",
    ),
    Project(
        "make-no-tool",
        {
            "Makefile": "all: parser.c\n\tgcc -c parser.c\nparser.c: parser.y\n\tbison-nowhere -o $@ $<\n",
            "parser.y": "%%\n",
        },
        "make",
        "make: bison-nowhere",
        "missing-tool",
    ),
    Project(
        "make-subdirs",
        {
            "Makefile": "all:\n\t$(MAKE) -C lib\n\t$(MAKE) -C app\n",
            "lib/Makefile": "all:\n\tgcc -c a.c\n",
            "lib/a.c": "int a;\n",
            "app/Makefile": "all:\n\tgcc -c main.c\n",
            "app/main.c": '#include "../lib/api.h"\n',
        },
        "make",
        "api.h: No such file",
        "missing-header",
    ),
    Project("make-no-makefile", {"main.c": HELLO}, "make", "No targets specified", "configuration"),
    Project(
        "make-old-compiler",
        {"Makefile": "all:\n\tg++ -std=c++29 -c main.cpp\n", "main.cpp": HELLO},
        "make",
        "unrecognized command-line option",
        "unsupported-compiler",
    ),
    Project(
        "make-error-directive",
        {
            "Makefile": "all:\n\tg++ -std=c++11 -c main.cpp\n",
            "main.cpp": '#if __cplusplus < 201703L\n#error "C++17 or later is required"\n#endif\n',
        },
        "make",
        "error: #error",
        "unsupported-compiler",
    ),
    # linkers
    Project(
        "ld-undefined",
        {"main.c": "int helper(int);\nint main(void) { return helper(1); }\n"},
        "gcc -g -o prog main.c",
        "undefined reference to `helper'",
        "missing-symbol",
    ),
    Project(
        "ld-undefined-cpp",
        {
            "main.cpp": '#include <string>\nint helper(std::string);\nint main() { return helper("a"); }\n'
        },
        "g++ -o prog main.cpp",
        "undefined reference to `helper",
        "missing-symbol",
    ),
    Project(
        "gold-undefined",
        {"main.c": "int helper(int);\nint main(void) { return helper(1); }\n"},
        "gcc -fuse-ld=gold -o prog main.c",
        "undefined reference to 'helper'",
        "missing-symbol",
    ),
    Project(
        "lld-undefined",
        {"main.c": "int helper(int);\nint main(void) { return helper(1); }\n"},
        "clang -g -fuse-ld=lld -o prog main.c",
        "undefined symbol: helper",
        "missing-symbol",
    ),
    Project(
        "mold-undefined",
        {"main.c": "int helper(int);\nint main(void) { return helper(1); }\n"},
        "clang -fuse-ld=mold -o prog main.c",
        "undefined symbol: helper",
        "missing-symbol",
    ),
    Project(
        "ld-undefined-zh",
        {"main.c": "int helper(int);\nint main(void) { return helper(1); }\n"},
        "LC_ALL=zh_CN.UTF-8 gcc -o prog main.c",
        "helper",
        "missing-symbol",
    ),
    Project(
        "ld-library",
        {"main.c": HELLO},
        "gcc -o prog main.c -lnowhere",
        "cannot find -lnowhere",
        "missing-library",
    ),
    Project(
        "gold-library",
        {"main.c": HELLO},
        "gcc -fuse-ld=gold -o prog main.c -lnowhere",
        "cannot find -lnowhere",
        "missing-library",
    ),
    Project(
        "lld-library",
        {"main.c": HELLO},
        "clang -fuse-ld=lld -o prog main.c -lnowhere",
        "unable to find library -lnowhere",
        "missing-library",
    ),
    Project(
        "mold-library",
        {"main.c": HELLO},
        "clang -fuse-ld=mold -o prog main.c -lnowhere",
        "library not found: nowhere",
        "missing-library",
    ),
    Project(
        "ld-library-zh",
        {"main.c": HELLO},
        "LC_ALL=zh_CN.UTF-8 gcc -o prog main.c -lnowhere",
        "-lnowhere",
        "missing-library",
    ),
    Project(
        "ld-library-de",
        {"main.c": HELLO},
        "LC_ALL=de_DE.UTF-8 gcc -o prog main.c -lnowhere",
        "-lnowhere",
        "missing-library",
    ),
    Project(
        "ld-twice",
        {
            "a.c": "int twice(void) { return 1; }\n",
            "b.c": "int twice(void) { return 2; }\n" + HELLO,
        },
        "gcc -o prog a.c b.c",
        "multiple definition of `twice'",
        "build-error",
    ),
    Project(
        "lld-twice",
        {
            "a.c": "int twice(void) { return 1; }\n",
            "b.c": "int twice(void) { return 2; }\n" + HELLO,
        },
        "clang -fuse-ld=lld -o prog a.c b.c",
        "duplicate symbol: twice",
        "build-error",
    ),
    Project(
        "ld-fpic",
        {"a.c": "int shared_value; int *f(void) { return &shared_value; }\n"},
        "gcc -fno-pic -mcmodel=medium -c a.c && gcc -shared -o liba.so a.o",
        "recompile with -fPIC",
        "build-error",
    ),
    Project(
        "ld-dso",
        {
            "a.c": "double g(double);\nint main(int n, char **v) { return (int)g(n); }\ndouble g(double x) { extern double pow(double, double); return pow(x, x + 1); }\n"
        },
        "gcc -fno-builtin -o prog a.c",
        "pow",
        "missing-symbol",
    ),
    # templates
    Project(
        "template-gcc",
        {"user.cpp": SORT},
        "g++ -c user.cpp",
        "error: no match for ‘operator<’",
        "build-error",
    ),
    Project(
        "template-clang",
        {"user.cpp": SORT},
        "clang++ -c user.cpp",
        "error: invalid operands to binary expression",
        "build-error",
    ),
    # ninja, cmake
    Project(
        "ninja-k0",
        {"CMakeLists.txt": cmake(GLOB), **MANY, "src/u7.cpp": "int broken() { return nope; }\n"},
        NINJA + " -k 0",
        "error: ‘nope’ was not declared",
        "build-error",
    ),
    Project(
        "ninja-header",
        {
            "CMakeLists.txt": cmake(GLOB),
            **MANY,
            "src/u20.cpp": "#include <openssl_nowhere/ssl.h>\n",
        },
        NINJA,
        "openssl_nowhere/ssl.h: No such file",
        "missing-header",
    ),
    Project(
        "ninja-decoy",
        {
            "CMakeLists.txt": cmake(
                GLOB
                + "\nadd_custom_command(OUTPUT said.h COMMAND echo 'fatal error: nothing.h: No such file' > said.h COMMAND echo 'a.cpp:1:1: error: not really' DEPENDS CMakeLists.txt)\nadd_custom_target(say DEPENDS said.h)\nadd_dependencies(demo say)"
            ),
            **MANY,
            "src/u20.cpp": "int f20() { return nope; }\n",
        },
        NINJA,
        "error: ‘nope’ was not declared",
        "build-error",
    ),
    Project(
        "ninja-link",
        {
            "CMakeLists.txt": cmake(
                "add_executable(prog src/main.cpp)\ntarget_link_libraries(prog nowhere)"
            ),
            "src/main.cpp": HELLO.replace("void", ""),
        },
        NINJA,
        "cannot find -lnowhere",
        "missing-library",
    ),
    Project(
        "ninja-color",
        {"CMakeLists.txt": cmake(GLOB), **MANY, "src/u9.cpp": "int f9() { return nope; }\n"},
        "CLICOLOR_FORCE=1 cmake -G Ninja -DCMAKE_CXX_FLAGS=-fdiagnostics-color=always -B b . && CLICOLOR_FORCE=1 ninja -C b",
        "was not declared in this scope",
        "build-error",
    ),
    Project(
        "cmake-make",
        {"CMakeLists.txt": cmake(GLOB), **MANY, "src/u3.cpp": "int f3() { return nope; }\n"},
        "cmake -B b . && make -C b -j4",
        "error: ‘nope’ was not declared",
        "build-error",
    ),
    Project(
        "cmake-package",
        {
            "CMakeLists.txt": cmake("find_package(Eigen3Nowhere REQUIRED)\nadd_executable(p m.c)"),
            "m.c": HELLO,
        },
        NINJA,
        "CMake Error at CMakeLists.txt:3",
        "missing-library",
    ),
    Project(
        "cmake-module-package",
        {
            "CMakeLists.txt": cmake("find_package(HDF5 REQUIRED)\nadd_executable(p m.c)"),
            "m.c": HELLO,
        },
        NINJA,
        "CMake Error at ",
        "missing-library",
    ),
    Project(
        "cmake-submodule",
        {
            "CMakeLists.txt": cmake(
                "add_subdirectory(extern/pybind11)\npybind11_add_module(m m.c)"
            ),
            "m.c": HELLO,
            "extern/pybind11/.keep": "",
        },
        NINJA,
        "CMake Error at CMakeLists.txt:3",
        "missing-submodule",
    ),
    Project(
        "cmake-submodule-gone",
        {
            "CMakeLists.txt": cmake("add_subdirectory(third_party/fmt)\nadd_executable(p m.c)"),
            "m.c": HELLO,
        },
        NINJA,
        "CMake Error at CMakeLists.txt:3",
        "missing-submodule",
    ),
    Project(
        "cmake-no-generator-tool",
        {
            "CMakeLists.txt": cmake(""),
        },
        "PATH=/usr/sbin cmake -G Ninja -B b . 2>&1 || PATH=/nowhere /usr/bin/cmake -G Ninja -B b .",
        "CMake Error: CMake was unable to find a build program",
        "missing-tool",
    ),
    Project(
        "cmake-no-compiler",
        {"CMakeLists.txt": cmake("")},
        "CC=gcc-nowhere cmake -B b .",
        "CMake Error at ",
        "missing-tool",
    ),
    Project(
        "cmake-too-new",
        {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.99)\nproject(x)\n"},
        "cmake -B b .",
        "CMake Error at CMakeLists.txt:1",
        "configuration",
    ),
    Project(
        "cmake-source-file",
        {"CMakeLists.txt": cmake("add_executable(p main.c gone.c)"), "main.c": HELLO},
        "cmake -B b .",
        "CMake Error at CMakeLists.txt:3",
        "build-error",
    ),
    Project(
        "cmake-message",
        {
            "CMakeLists.txt": cmake(
                'include(CheckIncludeFile)\ncheck_include_file(nowhere.h HAVE_NOWHERE)\nmessage(FATAL_ERROR "Set DEMO_BACKEND to cpu or gpu")'
            )
        },
        "cmake -B b .",
        "CMake Error at CMakeLists.txt:5",
        "configuration",
    ),
    Project(
        "cmake-cache",
        {
            "CMakeLists.txt": cmake(""),
            "d/CMakeCache.txt": "CMAKE_CACHEFILE_DIR:INTERNAL=/elsewhere/build\nCMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n",
        },
        "cmake -B d .",
        "CMake Error: The current CMakeCache.txt directory",
        "configuration",
    ),
    Project(
        "cmake-download",
        {
            "CMakeLists.txt": cmake(
                "include(FetchContent)\nFetchContent_Declare(x URL https://example.invalid/x.tar.gz)\nFetchContent_MakeAvailable(x)"
            )
        },
        "cmake -B b .",
        "CMake Error at x-subbuild",
        "network-error",
    ),
    # meson
    Project(
        "meson-dependency",
        {"meson.build": MESON.format("dependency('cairo-nowhere')")},
        "meson setup b",
        "ERROR: Dependency",
        "missing-library",
    ),
    Project(
        "meson-program",
        {"meson.build": MESON.format("find_program('protoc-nowhere')")},
        "meson setup b",
        "ERROR: Program",
        "missing-tool",
    ),
    Project(
        "meson-compiler",
        {"meson.build": "project('demo', 'fortran')\n"},
        "PATH=$PATH FC=ftn-nowhere meson setup b",
        "ERROR: Unknown compiler",
        "missing-tool",
    ),
    Project(
        "meson-option",
        {"meson.build": MESON.format("")},
        "meson setup b -Dnowhere=1",
        "ERROR: Unknown option",
        "configuration",
    ),
    Project(
        "meson-compile",
        {
            "meson.build": MESON.format(
                "cc = meson.get_compiler('c')\ncc.has_header('nowhere.h')\nexecutable('p', 'a.c', 'b.c')"
            ),
            "a.c": WARNS.format(n=1),
            "b.c": "int main(void) { return nope; }\n",
        },
        "meson setup b && ninja -C b",
        "‘nope’ undeclared",
        "build-error",
    ),
    Project(
        "meson-error",
        {"meson.build": MESON.format("error('SIMD level avx9 is not one of sse2, avx2')")},
        "meson setup b",
        "ERROR: Problem encountered",
        "configuration",
    ),
    # fortran, assembler
    Project(
        "gfortran",
        {"solver.f90": "program p\n  implicit none\n  x = 1\nend program\n"},
        "gfortran -c solver.f90",
        "Error: Symbol ‘x’ at (1) has no IMPLICIT type",
        "build-error",
        "gfortran",
    ),
    Project(
        "gfortran-module",
        {"solver.f90": "program p\n  use netcdf_nowhere\nend program\n"},
        "gfortran -c solver.f90",
        "Cannot open module file",
        "missing-header",
        "gfortran",
    ),
    Project(
        "assembler",
        {"a.s": "main:\n  vnowhere %xmm0\n"},
        "gcc -c a.s",
        "no such instruction",
        "unsupported-compiler",
    ),
    Project(
        "no-source", {"a.c": HELLO}, "gcc -c a.c gone.c", "gone.c: No such file", "build-error"
    ),
    # setuptools
    Project(
        "setup-header",
        {"setup.py": SETUP.format("'m.c'"), "m.c": MODULE.format("#include <lber_nowhere.h>")},
        PIP,
        "lber_nowhere.h: No such file",
        "missing-header",
    ),
    Project(
        "setup-error",
        {"setup.py": SETUP.format("'m.c'"), "m.c": MODULE.format("int f(void) { return nope; }")},
        PIP,
        "‘nope’ undeclared",
        "build-error",
    ),
    Project(
        "setup-python",
        {"setup.py": SETUP.format("'m.c'"), "m.c": MODULE.format("#include <longintrepr.h>")},
        PIP,
        "longintrepr.h: No such file",
        "python-version",
    ),
    Project(
        "setup-c-api",
        {
            "setup.py": SETUP.format("'m.c'"),
            "m.c": MODULE.format("int f(PyThreadState *t) { return t->exc_type != 0; }"),
        },
        PIP,
        "has no member named ‘exc_type’",
        "python-version",
    ),
    Project(
        "setup-raises",
        {
            "setup.py": "import sys\nfrom setuptools import setup\nraise RuntimeError('DEMO_HOME must be set to where demo was unpacked')\n"
        },
        PIP,
        "RuntimeError: DEMO_HOME must be set",
        "configuration",
    ),
    Project(
        "setup-probe",
        {
            "setup.py": "import subprocess, tempfile, os\nfrom setuptools import Extension, setup\nsubprocess.call('xslt-config-nowhere --cflags', shell=True)\nd = tempfile.mkdtemp()\nopen(d + '/check.c', 'w').write('#include <probe_nowhere.h>')\nsubprocess.call(['gcc', '-c', d + '/check.c', '-o', d + '/check.o'])\nsetup(name='demo', version='1', ext_modules=[Extension('demo', ['m.c'])])\n",
            "m.c": MODULE.format("#include <libxml_nowhere/xmlversion.h>"),
        },
        PIP,
        "libxml_nowhere/xmlversion.h: No such file",
        "missing-header",
    ),
    Project(
        "setup-syntax",
        {"setup.py": "from setuptools import setup\nprint 'building'\nsetup(name='demo')\n"},
        PIP,
        "SyntaxError: Missing parentheses",
        "python-version",
    ),
    Project(
        "setup-requires",
        {
            "pyproject.toml": "[build-system]\nrequires=['setuptools']\nbuild-backend='setuptools.build_meta'\n[project]\nname='demo'\nversion='1'\nrequires-python='<3.9'\n"
        },
        "{python} -m pip install --no-build-isolation .",
        "requires a different Python",
        "python-version",
    ),
    Project(
        "setup-flat",
        {
            "pyproject.toml": "[build-system]\nrequires=['setuptools']\nbuild-backend='setuptools.build_meta'\n[project]\nname='demo'\nversion='1'\n",
            "data/__init__.py": "",
            "demo/__init__.py": "",
        },
        PIP,
        "Multiple top-level packages",
        "configuration",
    ),
    Project(
        "setup-distutils",
        {
            "setup.py": "from imp_nowhere_is_fine import x\n".replace(
                "imp_nowhere_is_fine", "asyncore_gone"
            )
            if 0
            else "import collections\nfrom setuptools import setup\ncollections.Mapping\nsetup(name='demo')\n"
        },
        PIP,
        "has no attribute 'Mapping'",
        "python-version",
    ),
    Project(
        "setup-module",
        {"setup.py": "import torch_nowhere\nfrom setuptools import setup\nsetup(name='demo')\n"},
        "{python} -m pip wheel --no-deps -w out .",
        "No module named 'torch_nowhere'",
        "configuration",
    ),
    Project(
        "setup-tool",
        {
            "setup.py": "import subprocess\nfrom setuptools import setup\nsubprocess.check_output(['swig-nowhere', '-version'])\nsetup(name='demo')\n"
        },
        PIP,
        "No such file or directory: 'swig-nowhere'",
        "missing-tool",
    ),
    # cython, f2py
    Project(
        "cython",
        {
            "m.pyx": "cdef int f(int n):\n    return nn + 1\n\ndef g():\n    cdef int x = 'a'\n    return f(x)\n"
        },
        "{python} -m cython m.pyx || {cythonize} m.pyx",
        "undeclared name not builtin: nn",
        "build-error",
    ),
    Project(
        "cython-pxd",
        {"m.pyx": "from nowhere cimport thing\n"},
        "{cythonize} m.pyx",
        "'nowhere.pxd' not found",
        "missing-header",
    ),
    Project(
        "cythonize",
        {
            "setup.py": "from setuptools import setup\nfrom Cython.Build import cythonize\nsetup(name='demo', version='1', ext_modules=cythonize('m.pyx'))\n",
            "m.pyx": "def f(int n):\n    cdef double[:] v = n.nope()\n    return undefined_thing(v)\n",
        },
        PIP,
        "m.pyx:",
        "build-error",
    ),
    # cargo
    Project(
        "cargo-error",
        {
            "Cargo.toml": CARGO.format(""),
            "src/main.rs": 'fn main() {\n    let unused = 1;\n    println!("{}", nope);\n}\n',
        },
        "cargo build",
        "error[E0425]",
        "build-error",
    ),
    Project(
        "cargo-type",
        {"Cargo.toml": CARGO.format(""), "src/main.rs": 'fn main() {\n    let x: u32 = "a";\n}\n'},
        "cargo build",
        "error[E0308]",
        "build-error",
    ),
    Project(
        "cargo-link",
        {
            "Cargo.toml": CARGO.format(""),
            "src/main.rs": '#[link(name = "nowhere")]\nextern "C" { fn f(); }\nfn main() { unsafe { f() } }\n',
        },
        "cargo build",
        "cannot find -lnowhere",
        "missing-library",
    ),
    Project(
        "cargo-rustc",
        {"Cargo.toml": CARGO.format('rust-version = "1.999"'), "src/main.rs": "fn main() {}\n"},
        "cargo build",
        "rustc 1.",
        "unsupported-compiler",
    ),
    Project(
        "cargo-crate",
        {
            "Cargo.toml": CARGO.format('[dependencies]\ngone = { path = "vendor/gone" }'),
            "src/main.rs": "fn main() {}\n",
        },
        "cargo build",
        "failed to read `",
        "missing-submodule",
    ),
    Project(
        "cargo-script",
        {
            "Cargo.toml": CARGO.format('build = "build.rs"'),
            "build.rs": 'fn main() { panic!("Could not find directory of OpenSSL installation, and this `-sys` crate cannot proceed"); }',
            "src/main.rs": "fn main() {}\n",
        },
        "cargo build",
        "Could not find directory of OpenSSL",
        "missing-library",
    ),
    # memory, disk, network
    Project(
        "memory-ulimit",
        {
            "big.cpp": "#include <map>\n#include <string>\n#include <vector>\n#include <regex>\n"
            + "std::map<std::string, std::vector<std::regex>> all;\n"
        },
        "ulimit -v 60000; g++ -O2 -c big.cpp",
        "emory",
        "out-of-memory",
    ),
    Project(
        "disk-full",
        {"a.c": HELLO},
        "gcc -c a.c -o /dev/full",
        "No space left on device",
        "disk-full",
    ),
    Project(
        "git-host",
        {},
        "git clone https://example.invalid/demo.git",
        "unable to access",
        "network-error",
    ),
    Project(
        "pip-host",
        {},
        "{python} -m pip install --retries 1 --index-url https://example.invalid/simple --no-cache-dir demo-nowhere",
        "WARNING: Retrying",
        "network-error",
    ),
    Project(
        "pip-nothing",
        {},
        "{python} -m pip install atfault-no-such-package-here",
        "ERROR: Could not find a version",
        "configuration",
    ),
    # nvcc
    Project(
        "nvcc-error",
        {"k.cu": "__global__ void k(float *x) { x[threadIdx.x] = nope; }\n"},
        "nvcc -c k.cu",
        'error: identifier "nope" is undefined',
        "build-error",
        "nvcc",
    ),
    Project(
        "nvcc-arch",
        {"k.cu": "__global__ void k() {}\n"},
        "nvcc -arch=sm_20 -c k.cu",
        "Unsupported gpu architecture",
        "configuration",
        "nvcc",
    ),
    Project(
        "abi-lto",
        {
            "a.c": "int f(void) { return 1; }\n",
            "main.c": "int f(void); int main(void) { return f(); }\n",
        },
        "echo 'not an object' > f.o; gcc -c main.c && gcc main.o f.o",
        "f.o",
        "build-error",
    ),
    Project(
        "abi-machine",
        {
            "a.c": "int f(void) { return 1; }\n",
            "main.c": "int f(void); int main(void) { return f(); }\n",
        },
        "gcc -m32 -c a.c -o f.o && gcc -c main.c && gcc main.o f.o",
        "f.o' is incompatible with",
        "abi-mismatch",
    ),
    # what succeeds
    Project(
        "ok-make",
        {"Makefile": makefile(), **units(8, 3, "int fine(void) { return 1; }\n" + HELLO)},
        "make -j4",
        None,
        None,
    ),
    Project("ok-ninja", {"CMakeLists.txt": cmake(GLOB), **MANY}, NINJA, None, None),
    Project(
        "ok-cmake-probes",
        {
            "CMakeLists.txt": cmake(
                "include(CheckIncludeFile)\ncheck_include_file(nowhere.h HAVE_NOWHERE)\nfind_package(HDF5)\nfind_package(Eigen3Nowhere)\nadd_executable(p m.c)"
            ),
            "m.c": HELLO,
        },
        "cmake -B b . && make -C b",
        None,
        None,
    ),
    Project(
        "ok-cmake-log",
        {
            "CMakeLists.txt": cmake(
                'include(CheckCSourceCompiles)\ncheck_c_source_compiles("int main() { return nope; }" OK)\ncheck_c_source_compiles("#include <nowhere.h>\\nint main() { return 0; }" OK2)'
            )
        },
        "cmake -B b . > /dev/null; cat b/CMakeFiles/CMakeError.log",
        None,
        None,
    ),
    Project(
        "ok-meson",
        {
            "meson.build": MESON.format(
                "cc = meson.get_compiler('c')\ncc.has_header('nowhere.h')\ndependency('nowhere', required: false)\nexecutable('p', 'm.c')"
            ),
            "m.c": HELLO,
        },
        "meson setup b && ninja -C b",
        None,
        None,
    ),
    Project(
        "ok-pip",
        {"setup.py": SETUP.format("'m.c'"), "m.c": MODULE.format("")},
        "{python} -m pip wheel -v --no-deps --no-build-isolation -w out .",
        None,
        None,
    ),
    Project(
        "ok-cargo",
        {"Cargo.toml": CARGO.format(""), "src/main.rs": "fn main() { let unused_error = 1; }\n"},
        "cargo build",
        None,
        None,
    ),
    Project(
        "ok-ignored",
        {
            "Makefile": "all:\n\t-gcc -c optional.c\n\tgcc -o p main.c\n",
            "optional.c": BAD,
            "main.c": HELLO,
        },
        "make",
        None,
        None,
    ),
    Project(
        "ok-probe-setup",
        {
            "setup.py": "import subprocess, tempfile\nfrom setuptools import Extension, setup\nd = tempfile.mkdtemp()\nopen(d + '/check.c', 'w').write('#include <probe_nowhere.h>')\nsubprocess.call(['gcc', '-c', d + '/check.c', '-o', d + '/check.o'])\nsetup(name='demo', version='1', ext_modules=[Extension('demo', ['m.c'])])\n",
            "m.c": MODULE.format(""),
        },
        PIP + " -v",
        None,
        None,
    ),
    Project(
        "ok-names",
        {
            "Makefile": makefile("-Wall -Werror=format-security"),
            "src/error.c": '#warning "fatal error: not one"\nint error_not_found(void) { return 0; }\n',
            "src/main.c": HELLO,
        },
        "make",
        None,
        None,
    ),
    Project(
        "ok-configure",
        {
            "configure": "#!/bin/sh\necho 'checking for gcc... gcc'\necho 'checking for nowhere.h... no'\necho 'int main(void) { return nope; }' > conftest.c\ngcc -c conftest.c\necho 'checking whether it works... yes'\necho 'config.status: creating Makefile'\n"
        },
        "sh configure",
        None,
        None,
    ),
)
