"""Do the packages fit each other, the driver, and atfault? By what their metadata says.

What few need, and is therefore no part of the installation.

Libraries of which a process should have one copy: OpenMP runtimes, BLAS.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from atfault.decode.imports.distributions import Distribution, Distributions, fits, normal
from atfault.decode.imports.loader import SEARCH_DEPTH, SEARCH_ENTRIES, shared_files_below
from atfault.decode.plain_files import read_text
from atfault.doctor.check import check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Subject
from atfault.extras import EXTRAS, Extra, command
from atfault.model import roles
from atfault.model.doctor import Verdict

OLDEST, NEWEST = (3, 8), (3, 15)
DRIVER = "/proc/driver/nvidia/version"
CONTROL = "/dev/nvidiactl"
DRIVERS = {11: 450, 12: 525, 13: 580}
"""CUDA → the oldest driver that serves it (NVIDIA's "CUDA Compatibility", minor versions)."""
MAX_SHOWN = 40
_CUDA = re.compile(r"^cuda(?:: Optional\[str\])? = '(\d{1,3})\.(\d{1,3})'", re.MULTILINE)
_NUMBER = re.compile(r"(?:Module|Kernel Module).{0,40}?\s(\d{3,4})\.(\d{1,4})")
_GROUP = "packages"
QUARREL = {"Intel", "LLVM"}
"""Of these the second ends the process: "OMP: Error #15"."""
MAX_COPIES = 6
_RUNTIMES = "runtimes"


@check("python", "which Python", _GROUP, about=("machine", "process", "package"))
def python_found(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """There is a Python, of a version that atfault reads."""
    home = subject.home
    if not home.executable and not home.packages:
        yield verdict(
            "note" if subject.kind == "process" else "problem",
            "no Python is found"
            + ("" if subject.kind == "process" else ": `atfault run script.py` would not start"),
            "python on PATH" if subject.kind != "process" else subject.words,
            "" if subject.kind == "process" else "activate an environment, or install Python",
        )
    elif home.version is None or not home.packages:
        yield verdict(
            "unknown", "its version and packages cannot be told from its files", home.executable
        )
    elif OLDEST <= home.version <= NEWEST:
        yield verdict("ok", f"{home.name} is read by atfault", home.executable)
    else:
        newer = home.version > NEWEST
        words = "is newer than this atfault: only its stacks are read" if newer else "is too old"
        yield verdict(
            "note" if newer else "problem",
            f"{home.name} {words}",
            home.executable,
            "use a newer atfault" if newer else "use Python 3.8 or newer",
            "pipx upgrade atfault" if newer else None,
        )


@check("requirements", "do versions fit", _GROUP, about=("machine", "process", "package"))
def requirements(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Each package finds the others in the versions that it asks for."""
    home, all_ = subject.home, subject.distributions
    chosen = [subject.package] if subject.package is not None else list(all_.all)
    looked = f"metadata of {len(chosen)} packages in {', '.join(home.packages) or 'no folder'}"
    wrong = [found for one in chosen for found in _unmet(one, all_, subject)]
    for package, need, there in wrong[:MAX_SHOWN]:
        command = f"{home.executable or 'python'} -m pip install --upgrade {package.name}"
        if there is None:
            yield verdict("note", f"{package} asks for {need}, which is not installed", looked)
        else:
            pinned = f"'{there.name}=={there.version.partition('+')[0]}'"
            yield verdict(
                "problem",
                f"{package} asks for {need}, and there is {there}",
                looked,
                f"let pip choose the {package.name} that fits",
                f"{command} {pinned}",
            )
    if not wrong and chosen:
        yield verdict("ok", "all packages find what they ask for", looked)


def _unmet(
    package: Distribution, all_: Distributions, subject: Subject
) -> Iterator[tuple[Distribution, str, Distribution | None]]:
    for need in package.requirements(subject.home.version):
        there = all_.named(need.name)
        if there is None or (need.specifier and fits(there.version, need.specifier) is False):
            yield package, need.text, there


@check("cuda-driver", "the GPU's driver", _GROUP, about=("machine", "process", "package"))
def cuda_driver(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The NVIDIA driver serves the CUDA that torch was built with."""
    torch = subject.distributions.named("torch")
    if torch is None or (subject.package is not None and normal(subject.package.name) != "torch"):
        return
    text = read_text(os.path.join(torch.folder, "torch", "version.py"), 1 << 14)
    cuda = _CUDA.search(text)
    driver = _NUMBER.search(machine.read(DRIVER))
    looked = f"{torch}, {DRIVER}: {driver[0] if driver else 'not there'}"
    if cuda is None:
        there = driver is not None
        yield verdict(
            "note" if there else "ok",
            f"{torch} was built without CUDA" + (", and there is a GPU" if there else ""),
            looked,
            "install a build with CUDA" if there else "",
        )
        return
    built = f"CUDA {cuda[1]}.{cuda[2]}"
    oldest = DRIVERS.get(int(cuda[1]))
    if driver is None:
        yield verdict(
            "note",
            f"{torch} was built for {built}, and there is no NVIDIA driver: GPUs cannot be used",
            looked,
            "in a container: start it with the GPUs",
            "docker run --gpus all …",
        )
    elif oldest is not None and int(driver[1]) < oldest:
        yield verdict(
            "problem",
            f"the driver {driver[1]}.{driver[2]} is too old for {built}: at least {oldest}",
            looked,
            f"update the driver, or install a {torch.name} for an older CUDA",
        )
    elif not machine.exists(CONTROL):
        yield verdict(
            "note",
            "the driver is there, but its devices are not: GPUs cannot be used in this container",
            looked,
            "start it with the GPUs",
            "docker run --gpus all …",
        )
    else:
        yield verdict("ok", f"the driver serves {built}", looked)


@check("extras", "which extras are installed", "atfault", about=("machine",))
def extras(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Each extra of atfault's: what it is for, and whether that can be done here."""
    for extra in EXTRAS:
        looked = f"the package {' and '.join(extra.modules)}"
        if extra.program:
            looked += f", the program {extra.program}"
        found = machine.means(extra)
        if found:
            yield verdict("ok", f"{extra.name}: by {found}", looked)
        elif not (extra.program or command(extra)):
            yield verdict("ok", f"{extra.name}: not for this machine; {extra.without}", looked)
        else:
            meaning = f"atfault[{extra.name}] is not installed: {extra.without}"
            yield verdict("note", meaning, looked, *_cure(extra))


def _cure(extra: Extra) -> tuple[str, str | None]:
    """In words, and the command."""
    program = f"install the program {extra.program}" if extra.program else ""
    pip = command(extra)
    if not pip:
        return program, None
    return f"{program}, or" if program else "install it where atfault is", pip


def _files(subject: Subject, maker_of: Callable[[str], str]) -> dict[str, list[str]]:
    """Maker → the files of it that a process has in memory, or that the packages bring."""
    if subject.kind in ("process", "core"):
        paths = [module.path for module in subject.loaded.modules]
    else:
        folders = subject.home.packages
        paths = list(shared_files_below(folders, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES))
    found: dict[str, list[str]] = {}
    for path in paths:
        maker = maker_of(os.path.basename(path))
        if maker and not os.path.islink(path):
            found.setdefault(maker, []).append(path)
    return found


@check("openmp", "one OpenMP runtime", _RUNTIMES, about=("machine", "process", "core"))
def openmp(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Two kinds of OpenMP runtimes in one process."""
    found = _files(subject, roles.openmp_maker)
    files = [path for paths in found.values() for path in paths]
    looked = ", ".join(files[:MAX_COPIES]) or "no OpenMP runtime"
    in_memory = subject.kind in ("process", "core")
    if len(QUARREL & found.keys()) > 1 or (in_memory and len(found.get("Intel", ())) > 1):
        yield verdict(
            "problem" if in_memory else "note",
            f"{' and '.join(sorted(found))} OpenMP "
            + ("are in one process" if in_memory else "end a process that loads both (Error #15)"),
            looked,
            "install the packages that bring them from one place, all from PyPI or all from conda",
        )
    elif len(found) > 1 and in_memory:
        yield verdict(
            "note",
            f"{' and '.join(sorted(found))} OpenMP are in one process: their threads compete, and "
            "a fork under one of them may hang",
            looked,
            "let each have few threads",
            "export OMP_NUM_THREADS=1",
        )
    else:
        yield verdict("ok", "no two kinds of OpenMP meet", looked)


@check("blas", "one BLAS", _RUNTIMES, about=("process", "core"))
def blas(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Several copies of BLAS, each with a pool of threads of its own."""
    found = _files(subject, roles.blas_maker)
    files = [path for paths in found.values() for path in paths]
    looked = ", ".join(files[:MAX_COPIES]) or "no BLAS"
    if len(files) > 1:
        yield verdict(
            "note",
            f"{len(files)} copies of BLAS are in the process, each with threads of its own",
            looked,
            "limit them all",
            "export OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1",
        )
    else:
        yield verdict("ok", "no two copies of BLAS meet", looked)
