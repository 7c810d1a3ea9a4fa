"""What the loader could not find, in words, and which of the possible reasons it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice
from atfault.model.loading import Built, LoadFailure, Missing, StringKind, Versions

_GCC = re.compile(r"GCC: \([^)]{0,80}\) (\d{1,3}(?:\.\d{1,3}){1,2})")
_STRING_NAMES = (
    (
        "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::__cxx11::string",
    ),
    ("std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"),
)

Reason = Literal["abi", "version", "python", "debug-python", "unlinked"]
DEBUG_PYTHON = (
    "_Py_RefTotal",
    "_Py_NegativeRefcount",
    "_Py_INCREF_IncRefTotal",
    "_Py_DECREF_DecRefTotal",
    "_PyObject_DebugTypeStats",
)
"""Names that the headers of a debug build (Py_DEBUG, Py_REF_DEBUG) put into extension modules."""
STRAY = 10
"""One symbol in so many may be missing in another way: what a compiler inlined elsewhere."""
STRINGS: dict[StringKind, str] = {
    "old": "the old std::string (_GLIBCXX_USE_CXX11_ABI=0)",
    "new": "the new std::string (_GLIBCXX_USE_CXX11_ABI=1)",
    "both": "both kinds of std::string",
}


def reason_of(failure: LoadFailure) -> Reason:
    """Why symbols are missing: the two were compiled differently, are of versions that do not
    belong together, are for another Python, or the file does not say that it needs the library."""
    if failure.wanted in DEBUG_PYTHON:
        return "debug-python"
    if failure.interpreter:
        return "python"
    first = failure.missing[0].kind if failure.missing else "unknown"
    if first == "unlinked":
        return "unlinked"
    elsewise = failure.count("signature") + failure.count("gone")
    if failure.count("abi") > STRAY * elsewise or (failure.count("abi") and not elsewise):
        return "abi"
    if not failure.missing and string_of(failure):
        return "abi"  # by the name alone, no file is here
    return "version"


def string_of(failure: LoadFailure) -> StringKind:
    """Which std::string the symbol that the loader named speaks of; "" for none."""
    if "__cxx11" in failure.wanted:
        return "new"
    return "old" if "std::string" in failure.name else ""


_OWNERS = {
    "torch": "torch", "c10": "torch", "at": "torch", "caffe2": "torch",
    "tensorflow": "tensorflow", "tsl": "tensorflow", "arrow": "pyarrow", "cv": "OpenCV",
    "absl": "Abseil", "google::protobuf": "protobuf", "boost": "Boost",
}  # fmt: skip
"""Outermost namespace → whose library has what is in it."""
OLD_MKL = "MKL (before 2024.1)"
_PREFIXES = (
    ("iJIT_", OLD_MKL), ("mkl_", "MKL"), ("__kmpc_", "OpenMP"), ("GOMP_", "libgomp"),
    ("omp_", "OpenMP"), ("OPENSSL_", "OpenSSL"), ("SSL_", "OpenSSL"), ("EVP_", "OpenSSL"),
    ("H5", "HDF5"), ("GDAL", "GDAL"), ("OGR", "GDAL"), ("GEOS", "GEOS"), ("proj_", "PROJ"),
    ("png_", "libpng"), ("jpeg_", "libjpeg"), ("TIFF", "libtiff"), ("FT_", "FreeType"),
    ("sqlite3_", "SQLite"), ("ffi_", "libffi"), ("XML_", "expat"), ("xmlSec", "xmlsec"),
    ("xml", "libxml2"), ("zmq_", "ZeroMQ"), ("av_", "FFmpeg"), ("avcodec_", "FFmpeg"),
    ("MPI_", "MPI"), ("cblas_", "BLAS"), ("LAPACKE_", "LAPACK"), ("g_", "GLib"),
    ("gsl_", "GSL"), ("fftw", "FFTW"), ("curl_", "libcurl"), ("PQ", "libpq"),
    ("rd_kafka_", "librdkafka"), ("cudnn", "cuDNN"), ("cublas", "cuBLAS"), ("nccl", "NCCL"),
)  # fmt: skip
"""How names of C's functions begin → whose library has them."""
_NAMESPACE = re.compile(r"(?:(?:typeinfo|vtable|VTT) (?:name )?for )?(google::protobuf|\w{1,40})::")
ASK = {
    "torch": "import torch; print(torch.__version__, torch._C._GLIBCXX_USE_CXX11_ABI)",
    "tensorflow": "import tensorflow as tf; print(tf.__version__, *tf.sysconfig.get_link_flags())",
}
"""What prints how a package was built."""


def owner_of(failure: LoadFailure) -> str:
    """Whose symbol it is by its namespace, or how it begins, where no file tells: "torch"; "" for
    none."""
    match = _NAMESPACE.match(failure.name)
    if match is not None:
        return _OWNERS.get(match[1], "")
    if failure.name:
        return ""
    symbol = failure.wanted
    return next((owner for begin, owner in _PREFIXES if symbol.startswith(begin)), "")


def package_of(path: str) -> str:
    """The folder in site-packages that a file lies in; "" where it lies in none."""
    before, _, inside = path.replace("\\", "/").rpartition("-packages/")
    return inside.partition("/")[0] if before and "/" in inside else ""


def of_owner(failure: LoadFailure, wants: str) -> Iterator[Advice | str]:
    """Advice where the symbol is of a package that prints how it was built."""
    owner = owner_of(failure)
    wants = package_of(failure.wanted_by) or wants
    if owner == OLD_MKL:
        yield Advice(
            "MKL has dropped it in 2024.1: take an older one", "conda install 'mkl<2024.1'"
        )
    if owner in ASK:
        yield Advice(
            f"see which {owner} is there, and how it was built", f'python -c "{ASK[owner]}"'
        )
        yield f"install the build of {wants} that was made for that {owner}, or build it again here"


def counted_kinds(failure: LoadFailure) -> str:
    """ "12 symbols are missing: 3 with the other std::string, 6 with other arguments, 3 gone"."""
    parts = [
        f"{failure.count(kind):,} {words}" for kind, words in _KINDS.items() if failure.count(kind)
    ]
    total = len(failure.missing)
    return f"{total:,} symbols are missing: {', '.join(parts)}"


_KINDS: dict[Missing, str] = {
    "abi": "there with the other std::string",
    "signature": "there with other arguments",
    "gone": "not there at all",
    "unlinked": "in a library that it is not linked with",
    "unknown": "not looked for",
}


def versions_words(versions: Versions | None) -> Iterator[str]:
    """What the packages say of each other."""
    if versions is None:
        return
    if versions.fit is False:
        need, there = versions.requirement, versions.providing
        yield f"{versions.wanting} asks for {need}, and there is {there}"
    elif versions.fit:
        yield (
            f"the versions fit: {versions.wanting} asks for {versions.requirement}, and there is "
            f"{versions.providing}"
        )
    elif versions.requirement:
        yield (
            f"{versions.wanting} asks for {versions.requirement} of any version; there is "
            f"{versions.providing}"
        )
    else:
        name = versions.providing.partition(" ")[0]
        yield (
            f"{versions.wanting} does not say which {name} it needs; there is {versions.providing}"
        )


def fitting_versions(versions: Versions, executable: str) -> Iterator[Advice | str]:
    """For two packages whose versions do not fit, by the metadata of the one that wants the other:
    how to get such as do."""
    wanting, (name, number) = versions.wanting.split()[0], versions.providing.split()[:2]
    yield Advice(
        f"let pip choose the release of {wanting} that belongs to {versions.providing}",
        f"{pip(executable)} install --upgrade {wanting} '{name}=={number.partition('+')[0]}'",
    )
    yield f"or install the {name} that it asks for: {versions.requirement}"


def operator_words(failure: LoadFailure) -> Iterator[str]:
    """Of an operator that torch does not have as a file could not be loaded."""
    if failure.operator:
        file = base(failure.importing or failure.wanted_by)
        is_, it = ("is", "it") if "::" in failure.operator else ("are", "them")
        yield (
            f"{failure.operator} {is_} missing as {file}, which has {it}, could not be loaded; the"
            " package caught that and went on"
        )


def built_words(built: tuple[Built, ...]) -> Iterator[str]:
    """Who was compiled how."""
    for one in built:
        with_ = STRINGS.get(one.strings, "")
        by = f", by {compiler_words(one.compiler)}" if one.compiler else ""
        if with_:
            yield f"{base(one.file)} was compiled with {with_}{by}"


def compiler_words(text: str) -> str:
    """ "GCC: (Debian 12.2.0-14) 12.2.0" → "GCC 12.2.0"; others as they call themselves."""
    match = _GCC.match(text)
    return text if match is None else f"GCC {match[1]}"


def short(name: str) -> str:
    """A demangled name without what the compiler alone wants to know of std::string."""
    for full, plain in _STRING_NAMES:
        name = name.replace(full, plain)
    return name


def python_words(case: Case, failure: LoadFailure) -> str:
    """The interpreter: "Python 3.13.0"."""
    python = case.process.python
    if isinstance(python, Absent):
        return failure.interpreter or "this Python"
    return f"Python {python.version_text}"


def pip(executable: str) -> str:
    """How pip is run for that interpreter."""
    return f"{executable or 'python'} -m pip"


def base(path: str) -> str:
    """The last part of a path, of Windows as well."""
    return path.replace("\\", "/").rpartition("/")[2]
