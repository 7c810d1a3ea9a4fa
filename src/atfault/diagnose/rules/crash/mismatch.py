"""abi-mismatch of a crash: binaries that were not made for each other, as files and memory tell."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.facts import (
    SIGABRT,
    SIGBUS,
    SIGILL,
    SIGSEGV,
    describe_frame,
    is_fault,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.model import roles
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.state import Origin, ProcessState
from atfault.native.api_tables import ApiTable, table_of

MAX_SHOWN, MAX_FRAMES = 4, 8


@rule(
    "mismatch",
    causes=("abi-mismatch",),
    needs=(Need.SIGNAL, Need.NATIVE_STACK),
    on=(SIGSEGV, SIGBUS, SIGABRT, SIGILL),
)
def mismatch(case: Case) -> Iterator[Finding]:
    """The native code that crashed was not made for what it runs with.

    - An extension called a function through another package's table of functions, and never asked
      for the table: `import_array()` of numpy, `PyDateTime_IMPORT`, `PyGreenlet_Import()` were left
      out, or had failed. The variable that holds the table is NULL.
    - It was compiled for another major version of numpy, and was at work on an array: the fields of
      arrays lie elsewhere.

    Read from memory (the variable that the failed instruction had its pointer from) and from files
    (the version that the code compares with). It is certain only where the crash itself is a call
    through an empty table.

    What to do: build the extension with the numpy that it is to run with, or install a build that
    was made for it.
    """
    state = case.process
    found = _empty_table(case)
    if found is None and _is_about_numpy(state):
        found = _other_numpy(case)
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
    ]
    return Finding.of(
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


def _is_about_numpy(state: ProcessState) -> bool:
    """Whether the crashed call had to do with numpy at all: a package can be compiled with numpy's
    headers for one function of hundreds."""
    numpy = _numpy(state)
    if numpy is None:
        return False
    return bool(state.buffers) or any(
        f.module == numpy.module for f in native_frames(state.crashed)
    )


def _other_numpy(case: Case) -> Finding | None:
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
            confidence="likely",
            evidence=(
                f"{one.module.path} compares numpy's version with that of numpy 1",
                "structures of numpy 2 are laid out in another way",
            ),
            advice=(f"build {name} with numpy 2, or install numpy<2",),
        )
    return None
