"""configuration: something that is set up in this environment keeps an import from working."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.loading_words import base
from atfault.diagnose.exception.raised import failed_import, own_lines_of
from atfault.diagnose.rule import rule
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.loading import DllFailed, Refused, Shadowed, TwoRuntimes

MAX_SHOWN = 6
TUNABLE = "GLIBC_TUNABLES=glibc.rtld.optional_static_tls"
SPARE = 16384
"""Bytes, beside what the library itself needs (and a sane bound of that)."""
MAX_TLS = 1 << 26


@rule(
    "import-blocked",
    family="exception",
    causes=("configuration", "out-of-memory"),
    plain_title=True,
)
def import_blocked(case: Case) -> Iterator[Finding]:
    """An import fails although all that it needs is installed, and fits.

    A file of the user's own (torch.py) that lies beside the program is imported in the place of the
    package of that name. Or the C library refuses to load a sound library: the room for its
    thread-local variables, of which a process has little, is used up ("static TLS"), or it asks for
    an executable stack, which glibc 2.41 and later no longer grant. Or two copies of an OpenMP
    runtime meet in one process, and the second ends it. Or Windows has promised all of its memory
    (RAM and paging file) to other processes: that is out-of-memory.

    What to do: rename the file; set the tunable or load that library first; build the library
    without the flag; keep one of the runtimes.
    """
    failure = case.load_failure
    error = failed_import(case)
    blame = () if error is None else own_lines_of(error, case)
    finding = None
    if isinstance(failure, Shadowed):
        finding = _shadowed(failure)
    elif isinstance(failure, Refused):
        finding = _static_tls(failure) if failure.kind == "static-tls" else _stack(failure)
    elif isinstance(failure, DllFailed) and failure.kind == "paging-file":
        finding = _paging_file(failure)
    elif isinstance(failure, TwoRuntimes):
        finding = _two_runtimes(failure)
    if finding is not None:
        yield finding._replace(blame=blame)


def _paging_file(failure: DllFailed) -> Finding:
    return Finding.of(
        cause="out-of-memory",
        summary=f"Windows had no memory left to promise for {base(failure.file)}",
        confidence="certain",
        evidence=(
            "each process that loads the CUDA libraries is promised gigabytes, used or not, and RAM"
            " and paging file together have to cover what all processes are promised",
        ),
        advice=(
            "start fewer processes: a DataLoader's num_workers, each of which imports torch again",
            "or enlarge the paging file: Settings, System, About, Advanced system settings, "
            "Performance, Advanced, Virtual memory",
        ),
    )


def _shadowed(failure: Shadowed) -> Finding:
    hides = failure.hides or f"a package named {failure.module}"
    what = f"{failure.module} of {hides}" if hides == "the standard library" else hides
    return Finding.of(
        summary=f"{failure.file} is imported as {failure.module}, in the place of {what}",
        confidence="certain" if failure.proven else "likely",
        evidence=("the folder of the program comes first where Python looks for modules",),
        advice=(
            f"rename {base(failure.file)}, and remove the __pycache__ beside it",
            Advice(
                "see what is imported",
                f'python -c "import {failure.module}; print({failure.module}.__file__)"',
            ),
        ),
    )


def _static_tls(failure: Refused) -> Finding:
    evidence = ["a thread gets its block at its start: what is loaded later shares what is left"]
    room = SPARE + min(failure.size + 4095 & ~4095, MAX_TLS)
    if failure.proven:
        size = f"{failure.size:,} bytes of " if failure.size else ""
        evidence.insert(0, f"{failure.path} says that it needs {size}it (DF_STATIC_TLS)")
    return Finding.of(
        summary=f"no room is left for the thread-local variables of {base(failure.path)}",
        confidence="certain",
        evidence=evidence,
        advice=(
            Advice("make more room at the start of the process", f"export {TUNABLE}={room}"),
            Advice("or load it before the others", f"export LD_PRELOAD={failure.path}"),
            "or import the module that needs it first",
        ),
    )


def _stack(failure: Refused) -> Finding:
    says = f"{failure.path} asks for one (PT_GNU_STACK), as objects from assembly without a note do"
    return Finding.of(
        summary=f"{base(failure.path)} asks for an executable stack, which is refused",
        confidence="certain",
        evidence=[says] * failure.proven
        + ["glibc 2.41 and later, and hardened kernels, load no such library late"],
        advice=(
            "install a newer release of the package, built without that flag",
            Advice(
                "or clear it in the file, if nothing runs code there",
                f"patchelf --clear-execstack {failure.path}",
            ),
        ),
    )


def _two_runtimes(failure: TwoRuntimes) -> Finding:
    return Finding.of(
        summary=f"two OpenMP runtimes in one process: {failure.first} and {failure.second}",
        confidence="certain",
        title="Two OpenMP runtimes in one process",
        evidence=(
            f"{failure.first} was loaded first, and {failure.second} refuses to run then",
            *(f"{file} is one" for file in failure.files[:MAX_SHOWN]),
        ),
        advice=(
            "install the packages that bring them from one place (all from PyPI, or all from "
            "conda), so that they share one",
            "KMP_DUPLICATE_LIB_OK=TRUE lets them run side by side; results may then be wrong",
        ),
    )
