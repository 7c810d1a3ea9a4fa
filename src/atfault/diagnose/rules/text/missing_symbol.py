"""missing-symbol: the linker found a symbol in nothing that it was given."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.given import Hit

MATH = frozenset(
    "sin cos tan pow exp log log2 log10 sqrt floor ceil fmod atan2 fabs round lgamma erf".split()
)


@rule("missing-symbol-of-link", family="text", causes=("missing-symbol",), plain_title=True)
def missing_symbol_of_link(case: Case) -> Iterator[Finding]:
    """The linker found a function or variable in none of the files it was given.

    Either the file or library that has it is not on the command line (or stands before those that
    want it), or it is there with another name: C code that is called from C++ without extern "C",
    other arguments, the other of the two kinds of std::string.

    What to do: add the source file or the library; look at the symbol's full name.
    """
    for given, hit in first_of(case, "symbol"):
        name = hit.subject or "a symbol"
        wants = f"{hit.place.file.rpartition('/')[2]} wants " if hit.place else ""
        others = {one.subject for one in given.hits if one.kind == "symbol"} - {hit.subject}
        evidence = list(_evidence(hit))
        if others:
            shown = ", ".join(sorted(others)[:3])
            more = f" and {len(others) - 3} more" if len(others) > 3 else ""
            evidence.append(f"others are missing, too: {shown}{more}")
        summary = f"{wants}{name}, which nothing has that is linked"
        yield told(given, hit, summary, evidence=evidence, advice=_advice(hit))


def _evidence(hit: Hit) -> Iterator[str]:
    if hit.why == "dso-missing":
        yield "a library that another one needs has it, but it is not on the command line itself"
    if "std::__cxx11::" in hit.subject:
        yield "it is named for the newer of the two kinds of std::string (_GLIBCXX_USE_CXX11_ABI=1)"
    if hit.subject.startswith("vtable for"):
        yield "a vtable is made where the first virtual function that is not inline is defined"
    if hit.subject.startswith("__asan_") or hit.subject.startswith("__ubsan_"):
        yield "code was compiled with a sanitizer and is linked without"


def _advice(hit: Hit) -> Iterator[str]:
    base = hit.subject.partition("@")[0].partition("(")[0]
    if base in MATH:
        yield "it is in the library of mathematical functions: add -lm behind the files"
    elif base.startswith("pthread_"):
        yield "add -pthread, to compile and to link"
    elif base.startswith(("dlopen", "dlsym", "dlclose")):
        yield "add -ldl behind the files"
    elif base.startswith(("Py", "_Py")):
        if hit.text.find(".cargo") >= 0 or "rust" in hit.tool or ".rs:" in hit.text:
            yield (
                "pyo3's feature extension-module leaves Python's symbols to the interpreter: build "
                "with maturin develop; for cargo build and cargo test leave that feature out"
            )
            return
        yield "it is Python's: link a program with what python3-config --embed --ldflags says"
    elif base.startswith("std::"):
        yield "it is of the C++ library: link with g++ or clang++, not with gcc"
    else:
        yield "add the source file or the library that defines it, behind those that want it"
