"""abi-mismatch of a crash: binaries that were not made for each other, as files and memory tell;
and tables of functions that were never asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.facts import (
    ACCESSES,
    MISUSES,
    describe_frame,
    is_fault,
    is_libc,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.process import Module
from atfault.model.state import Origin, ProcessState
from atfault.native.api_tables import ApiTable, table_of

COPIES = {
    "libstdc++": "libstdc++",
    **dict.fromkeys(("libgomp", "libomp", "libomp5", "libiomp5"), "an OpenMP runtime"),
    "libprotobuf": "protobuf",
}
"""Of which a process should have one."""
HASH = r"-[0-9a-f]{6,}$"
"""What auditwheel appends to the name of a library that it puts into a package."""
MAX_SHOWN, MAX_FRAMES = 4, 8


@rule(
    "mismatch",
    causes=("abi-mismatch", "null-dereference"),
    needs=(Need.SIGNAL, Need.NATIVE_STACK),
    on=MISUSES,
)
def mismatch(case: Case) -> Iterator[Finding]:
    """The native code that crashed was not made for what it runs with.

    - An extension called a function through another package's table of functions, and never asked
      for the table: `import_array()` of numpy, `PyDateTime_IMPORT`, `PyGreenlet_Import()` were left
      out, or had failed. The variable that holds the table is NULL (`null-dereference`).
    - It was compiled with the headers of another version of Python, or for another major version of
      numpy, and was at work on an array: the fields of objects lie elsewhere.

    Read from memory (the variable that the failed instruction had its pointer from) and from files
    (the debug information, the version that the code compares with). It is certain only where the
    crash itself is a call through an empty table.

    What to do: build the extension with the Python and the numpy that it is to run with, or install
    a build that was made for them.
    """
    state = case.process
    found = _empty_table(case) or _other_python(state)
    if found is None and _is_about_numpy(state):
        found = _other_numpy(case, "likely")
    if found is not None:
        yield found


def _empty_table(case: Case) -> Finding | None:
    state = case.process
    variable = state.pointer.variable
    table = None if variable is None or variable.value else table_of(variable.name)
    frames = native_frames(state.crashed)
    if variable is None or table is None or not frames or not is_fault(state):
        return None
    module = roles.library_title(variable.module.name)
    sure: Confidence = "certain" if variable.address else "likely"
    where = "NULL" if variable.address else "never set: its compiler put a NULL in its place"
    evidence = [
        f"{describe_frame(frames[0])} had its pointer from {variable.name} of {module}, "
        f"which is {where}",
        f"{table.fill} sets it, from {table.package}; it was not called in that file, or it failed",
        *_numpy_words(state, table),
        *_printed(case),
    ]
    return Finding.of(
        cause="null-dereference",
        summary=f"{module} used {table.package}'s table of functions without having imported it: "
        f"{variable.name} is NULL",
        confidence=sure,
        evidence=evidence,
        advice=_table_advice(module, table),
    )


def _table_advice(module: str, table: ApiTable) -> Iterator[Advice | str]:
    yield (
        f"call {table.fill} in the init function of {module}, and return NULL from there when it "
        "fails"
    )
    if table.package == "numpy":
        yield (
            "of several files, all need the same PY_ARRAY_UNIQUE_SYMBOL, and all but the one that "
            "calls it NO_IMPORT_ARRAY"
        )


def _numpy_words(state: ProcessState, table: ApiTable) -> Iterator[str]:
    if table.package != "numpy":
        return
    numpy = _numpy(state)
    if numpy is None:
        yield "numpy is not loaded in this process"
        return
    for one in state.origins:
        if one.numpy_abi is not None and _major(numpy) not in (None, one.numpy_abi):
            name, loaded = roles.library_title(one.module.name), f"numpy {numpy.version} is loaded"
            yield f"{name} was compiled for numpy {one.numpy_abi}, and {loaded}"


def _numpy(state: ProcessState) -> Origin | None:
    return next((one for one in state.origins if roles.is_numpy_core(one.module.name)), None)


def _major(origin: Origin) -> int | None:
    major = origin.version.partition(".")[0]
    return int(major) if major.isdigit() else None


def _other_python(state: ProcessState) -> Finding | None:
    """The code that crashed was compiled with the headers of another Python."""
    python = state.python
    if isinstance(python, Absent):
        return None
    for one in state.origins:
        if one.python is None or one.python == python.version[:2]:
            continue
        name = roles.library_title(one.module.name)
        built, runs = f"3.{one.python[1]}", f"3.{python.version[1]}"
        return Finding.of(
            summary=f"{name} was compiled for Python {built}, and Python {runs} runs it",
            confidence="likely",
            evidence=(
                f"the debug information of {one.module.path} names Python {built}'s headers",
                "where the fields of objects lie differs from version to version",
            ),
            advice=(f"build {name} with Python {runs}, or install a build for it",),
        )
    return None


def _is_about_numpy(state: ProcessState) -> bool:
    """Whether the crashed call had to do with numpy at all: a package can be compiled with numpy's
    headers for one function of hundreds."""
    numpy = _numpy(state)
    if numpy is None:
        return False
    return bool(state.buffers) or any(
        f.module == numpy.module for f in native_frames(state.crashed)
    )


def _other_numpy(case: Case, confidence: Confidence) -> Finding | None:
    """The code that crashed was compiled for numpy 1, and numpy 2 is loaded."""
    state = case.process
    numpy = _numpy(state)
    if numpy is None or _major(numpy) is None:
        return None
    for one in state.origins:
        if one.numpy_abi is None or one.numpy_abi == _major(numpy):
            continue
        name = roles.library_title(one.module.name)
        return Finding.of(
            summary=f"{name} was compiled for numpy {one.numpy_abi}, and numpy {numpy.version} is "
            "loaded",
            confidence=confidence,
            evidence=(
                f"{one.module.path} compares numpy's version with that of numpy 1",
                "structures of numpy 2 are laid out in another way",
                *_printed(case),
            ),
            advice=(f"build {name} with numpy 2, or install numpy<2",),
        )
    return None


def _printed(case: Case) -> Iterator[str]:
    if isinstance(case.printed, Absent):
        return
    for line in case.printed.text.decode("utf-8", "replace").splitlines()[-400:]:
        if "may indicate binary incompatibility" in line or "was compiled using NumPy 1.x" in line:
            yield f'the program printed: "{line.strip()[:200]}"'
            return


@rule(
    "mixed-builds",
    causes=("abi-mismatch", "null-dereference"),
    needs=(Need.SIGNAL, Need.NATIVE_STACK),
    on=ACCESSES,
    aside=True,
)
def mixed_builds(case: Case) -> Iterator[Finding]:
    """The crash was in a library of which two copies are loaded, or that was compiled for another
    numpy and had an array nowhere in sight, or a package had warned before.

    libstdc++, OpenMP runtimes and protobuf keep state of their own. With two copies of one in a
    process, from different files, an object of the one can be given to the other. Most programs
    with two copies run well, so this is never more than a possibility, and only named where the
    crash was inside of one of the copies.

    Cython's modules compare the sizes of other packages' types with those that they were compiled
    with, and print "size changed, may indicate binary incompatibility" where they differ.

    What to do: install the packages that bring them from one place, so that they share one, or
    build those that warned anew.
    """
    found = _two_copies(case.process) or _other_numpy(case, "possible") or _warned(case)
    if found is not None:
        yield found


def _two_copies(state: ProcessState) -> Finding | None:
    failed = [one for one in native_frames(state.crashed)[:MAX_FRAMES] if not is_libc(one)]
    used = failed[0].module if failed else None
    what = "" if used is None else _known(used)
    if used is None or not what:
        return None
    files = [one for one in state.layout.modules if _known(one) == what]
    paths = list(dict.fromkeys(one.path for one in files))
    if len(paths) < 2:
        return None
    return Finding.of(
        summary=f"{len(paths)} copies of {what} are loaded, and the crash was in one of them",
        confidence="possible",
        evidence=(
            f"they are {listed(paths, MAX_SHOWN)}",
            f"the crashed thread was in {used.path}",
        ),
        advice=(
            "install the packages that bring them from one place (all from PyPI, or all "
            "from conda), so that they share one",
            Advice("see which packages bring one", "atfault doctor"),
        ),
    )


def _known(module: Module) -> str:
    """What the module is a copy of; "" for any other."""
    stem, _, _ = module.name.partition(".so")
    return COPIES.get(re.sub(HASH, "", stem), "")


def _warned(case: Case) -> Finding | None:
    """The program had printed that binaries may not fit, and failed in an extension."""
    inside = [one for one in case.process.origins if not roles.is_numpy_core(one.module.name)]
    words = next(_printed(case), None)
    if words is None or not inside:
        return None
    return Finding.of(
        summary="the program was warned of binaries that may not fit together",
        confidence="possible",
        evidence=(words,),
        advice=("install builds of these packages that were made for each other",),
    )
