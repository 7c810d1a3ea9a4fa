"""What a file is to a program, by its name: the C library, the interpreter, a package's.

Native code goes by the last part of its path, as the target has it: "libc.so.6", "libm-2.31.so",
"libgomp-a34b3233.so.1.0.0" (a wheel's), "python3.11", "_ctypes.cpython-311-x86_64-linux-gnu.so".
"""

from __future__ import annotations

import functools
import re

_ROLES = {
    "libc": "libc",
    **dict.fromkeys(("libpthread", "libm", "libdl", "librt", "libutil", "ld", "linux-vdso"), "c"),
    "[vdso]": "c",
    **dict.fromkeys(("libstdc++", "libc++", "libc++abi", "libsupc++"), "c++"),
    **dict.fromkeys(("libgcc_s", "libunwind"), "compiler"),
    **dict.fromkeys(("python", "python2", "python3"), "interpreter"),
    **dict.fromkeys(("libffi", "_ctypes"), "ctypes"),
    "_cffi_backend": "cffi",
    "libgomp": "OpenMP of GNU",
    **dict.fromkeys(("libiomp5", "libiompstubs5"), "OpenMP of Intel"),
    **dict.fromkeys(("libomp", "libomp5"), "OpenMP of LLVM"),
    "libcuda": "cuda",
    "_multiarray_umath": "numpy",
}
_FAMILIES = (
    *(("libpython", "interpreter"), ("libopenblas", "OpenBLAS"), ("libscipy_openblas", "OpenBLAS")),
    *(("libmkl_", "MKL"), ("libblis", "BLIS")),
)
"""(beginning of a name, role) of what comes in several parts or builds."""
_VARIANTS = ("__mem", "__str", "__wcs", "__wmem", "__stpcpy", "__bzero", "__raw")
"""The C library has these once for each kind of processor, under names like __memset_avx2_erms."""
_C_LIBRARY = frozenset(("libc", "c"))
_SYSTEM = _C_LIBRARY | {"c++", "compiler"}
_PLUMBING = _SYSTEM | {"interpreter", "ctypes", "cffi"}
_PACKAGES = ("asyncio", "concurrent", "multiprocessing", "trio")
_COPIES = {"multiprocess": "multiprocessing", "billiard": "multiprocessing"}
"""Packages that are a part of the standard library, with changes, under another name."""
FORKS = ("_launch", "multiprocessing/popen_fork.py")
"""(name, file) of what forks a worker, and lies on its stack for as long as it lives."""
_WAITING = ("threading.py", "queue.py", "selectors.py", "subprocess.py")
_STANDARD_LIBRARY = re.compile(r"(?:^|/)lib(?:64)?/(?:python|pypy)3(?:\.\d+t?)?/(.+)")
_IN_PACKAGES = (
    r"(?s).*/(?:site-packages|dist-packages|__pypackages__/3\.\d+/lib|[^/]+\.whl"
    r"|py4j-[^/]+-src\.zip|pyspark\.zip)/(.+)"
)
"""Where packages are installed; PEP 582 and pex have folders of their own, and Spark archives."""
_CELL = r"/ipykernel_\d{1,9}/[^/]{1,200}\.py$|<ipython-input-\d{1,9}-"
"""How ipykernel and IPython name the code of a cell: /tmp/ipykernel_4711/1904333214.py."""
_PROBES = (
    *("/atfault_probe/", "/atfault/pytest_plugin/", "/atfault/jupyter/", "/atfault/held.py"),
    *("/atfault/inside.py", "/atfault/torch_debug.py"),
)
"""Where what runs inside the user's program lies."""


@functools.lru_cache(4096)
def _role(name: str) -> str:
    if name.startswith(("ld-musl", "libc.musl")):  # the loader and the C library in one
        return "libc"
    stem = name.partition(".")[0]
    if stem not in _ROLES:
        stem = stem.partition("-")[0]
    if stem in _ROLES:
        return _ROLES[stem]
    return next((role for beginning, role in _FAMILIES if stem.startswith(beginning)), "")


def is_libc(name: str) -> bool:
    """Whether it is the library that has malloc, errno and abort."""
    return _role(name) == "libc"


def variant_of(symbol: str) -> str:
    """Which function of the C library it is one processor's kind of: "memset"; "" for none."""
    return symbol[2:].split("_", 1)[0] if symbol.startswith(_VARIANTS) else ""


def is_c_library(name: str) -> bool:
    """Whether it is of the C library: with its parts, the loader, and what the kernel maps."""
    return _role(name) in _C_LIBRARY


def has_own_names_alone(name: str) -> bool:
    """Whether it holds no names but its own, which are versioned: the C library, the compiler's."""
    return _role(name) in ("libc", "c", "compiler")


def is_cpp_library(name: str) -> bool:
    return _role(name) == "c++"


def is_system(name: str) -> bool:
    """Whether it is what native code of any kind runs on: the libraries of C and C++, where waits,
    starts of threads and exceptions are."""
    return _role(name) in _SYSTEM


def is_interpreter(name: str) -> bool:
    """Whether it is Python itself: its library, or a program that is called so."""
    return _role(name) == "interpreter"


def is_interpreter_library(name: str) -> bool:
    """Whether it is Python as a library, which a program of any name may embed."""
    return is_interpreter(name) and name.startswith("lib")


def is_ctypes(name: str) -> bool:
    """Whether it is ctypes, or libffi, which makes the calls for it."""
    return _role(name) == "ctypes"


def is_plumbing(name: str) -> bool:
    """Whether it is on the stacks of threads that have nothing to do with each other: the
    system's, the interpreter, and what merely leads from that to other libraries."""
    return _role(name) in _PLUMBING


def is_gpu_driver(name: str) -> bool:
    return _role(name) == "cuda"


def is_numpy_core(name: str) -> bool:
    return _role(name) == "numpy"


def openmp_maker(name: str) -> str:
    """ "GNU", "Intel" or "LLVM", of a runtime of OpenMP; "" for anything else."""
    return _role(name).partition("OpenMP of ")[2]


def blas_maker(name: str) -> str:
    """ "OpenBLAS", "MKL" or "BLIS"; "" for anything else."""
    role = _role(name)
    return role if role in ("OpenBLAS", "MKL", "BLIS") else ""


def pool_of(name: str) -> str:
    """Whose threads wait in it for work, as people know it: "OpenBLAS", "OpenMP (GNU)"; "" where it
    keeps none."""
    maker = openmp_maker(name)
    if maker:
        return f"OpenMP ({maker})"
    return "the CUDA driver" if is_gpu_driver(name) else blas_maker(name)


def is_library(path: str) -> bool:
    """Whether the file is called as libraries are: libc.so.6, fast.cpython-312.so."""
    name = path.rpartition("/")[2]
    return name.endswith(".so") or ".so." in name


def library_title(name: str) -> str:
    """A library's file name as people know it: an extension module as it is imported.

    "_umath.cpython-311-x86_64-linux-gnu.so" → "_umath"; "libc.so.6" stays
    """
    return name.partition(".cpython-")[0].partition(".abi3.so")[0]


# ---- of Python ----------------------------------------------------------------------------------


@functools.lru_cache(4096)
def in_packages(path: str) -> str:
    """ "curio/queue.py" of "…/site-packages/curio/queue.py"; "" for what belongs to no package."""
    may_be = "packages" in path or ".whl/" in path
    found = re.match(_IN_PACKAGES, path) if may_be else None
    return "" if found is None else found[1]


def package_name(file: str) -> str:
    """ "curio" of "…/site-packages/curio/queue.py"; "" for what belongs to no package."""
    return in_packages(file).partition("/")[0].removesuffix(".py")


def is_package(file: str) -> bool:
    """Whether it is a file of an installed package, or our own inside the program; a package that
    is a copy of the standard library's is none."""
    return is_of_probe(file) or package_name(file) not in ("", *_COPIES)


def is_waiting(file: str) -> bool:
    """Whether it is of the standard library's, in whose functions threads do nothing but wait."""
    name = module_file(file)
    return name in _WAITING or name.startswith("multiprocessing/")


@functools.lru_cache(4096)
def is_cell(file: str) -> bool:
    """Whether it is no file, but what a cell of a notebook is compiled as."""
    may_be = "/ipykernel_" in file or file.startswith("<ipython")
    return may_be and re.search(_CELL, file) is not None


def module_file(path: str) -> str:
    """The file as a table of functions names it: "threading.py", "asyncio/locks.py",
    "concurrent/futures/thread.py"; that of a frozen program has no folder above."""
    for package in (*_PACKAGES, *_COPIES):
        _, found, inside = f"/{path}".rpartition(f"/{package}/")
        if found:
            return f"{_COPIES.get(package, package)}/{inside}"
    return path.rpartition("/")[2]


def is_module_file(path: str, file: str) -> bool:
    """Whether the file is one that `module_file` names so, or whose path ends so."""
    return path.endswith(file) or module_file(path) == file


def is_threading(path: str) -> bool:
    """Whether it is the standard library's threading, by which Python's locks are built."""
    return path.endswith("threading.py") and module_file(path) == "threading.py"


def is_multiprocessing(path: str) -> bool:
    return module_file(path).startswith("multiprocessing/")


@functools.lru_cache(4096)
def standard_type(name: str) -> str:
    """The name of a type as the standard library's own has it: "multiprocessing.queues.Queue" for
    that of a package which is a copy."""
    package, _, inside = name.partition(".")
    return f"{_COPIES[package]}.{inside}" if inside and package in _COPIES else name


def below_standard_library(path: str) -> str:
    """ "threading.py" for /usr/lib/python3.11/threading.py; "" for what lies elsewhere, in whatever
    prefix."""
    found = _STANDARD_LIBRARY.search(path)
    return "" if found is None else found[1]


def is_standard_extension(path: str) -> bool:
    """Whether it is a module of the standard library's that is written in C."""
    return below_standard_library(path).startswith("lib-dynload/")


def is_standard_code(file: str) -> bool:
    """Whether it is code of the standard library's, and of no package that lies in its folder."""
    return file.startswith("<frozen ") or (
        bool(below_standard_library(file)) and not is_package(file)
    )


def is_of_probe(file: str) -> bool:
    """Whether it is code of ours inside the program."""
    return any(folder in file for folder in _PROBES)
