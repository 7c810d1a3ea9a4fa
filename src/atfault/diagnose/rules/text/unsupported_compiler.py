"""unsupported-compiler: the compiler is too old, or too new, for what it is given."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import WORKLOAD, first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.given import Hit


@rule("unsupported-compiler", family="text", plain_title=True)
def unsupported_compiler(case: Case) -> Iterator[Finding]:
    """The compiler is too old or too new: for the source code, an option, or another tool.

    nvcc takes compilers up to the version that existed when it was made; source code asks for
    a C++ standard; a crate for a release of rustc.

    What to do: choose another compiler (CC and CXX, or -DCMAKE_CXX_COMPILER; nvcc takes its own
    from NVCC_PREPEND_FLAGS='-ccbin …'), or a release of the package that fits the one you have.
    """
    for given, hit in first_of(case, "compiler"):
        yield told(given, hit, _summary(hit), advice=_advice(hit))


def _summary(hit: Hit) -> str:
    subject, have = hit.subject, f", and {hit.found} is there" if hit.found else ""
    known = {
        "nvcc-gcc": f"this nvcc takes gcc up to {hit.wanted or subject}, and was given a newer one",
        "option": f"the compiler does not know {subject}",
        "rustc": f"a newer rustc{f' ({hit.wanted})' if hit.wanted else ''} is needed{have}",
        "cargo-feature": f"cargo is too old for {subject}",
        "cargo-lock": f"cargo is too old for the lock file (version {subject})",
        "nightly": "the code needs a nightly rustc, and this is a stable one",
        "assembler": f"the assembler does not know the instruction {subject}",
        "meson": f"{subject} {hit.wanted} is needed".strip(),
        "broken": f"the compiler{f' {subject}' if subject else ''} cannot make even a simple "
        "program",
    }.get(hit.why)
    if known is None and hit.why.startswith("nvcc"):
        return "this nvcc does not take the compiler that it was given"
    return known or "the compiler does not fit: " + hit.text[:160]


def _advice(hit: Hit) -> Iterator[Advice | str]:
    if hit.why == "nvcc-gcc":
        latest = hit.wanted or hit.subject
        yield Advice(
            "let nvcc use an older one", f"export NVCC_PREPEND_FLAGS='-ccbin g++-{latest}'"
        )
    elif hit.why in ("rustc", "cargo-feature", "cargo-lock"):
        yield Advice("take a newer Rust", "rustup update stable")
    elif hit.why == "option":
        yield f"take a compiler that knows {hit.subject} (CC, CXX), or leave the option out"
    elif hit.why == "assembler":
        yield "take newer binutils, or leave out what needs the instruction"
    elif hit.why == "broken":
        if hit.subject == "cl":
            yield WORKLOAD
        log = "meson-logs/meson-log.txt" if hit.tool == "meson" else "config.log"
        yield f"see the lines below it, or {log}, for what that program failed of"
    else:
        yield (
            "choose another compiler with CC and CXX, or a release of the package that fits"
            " this one"
        )
