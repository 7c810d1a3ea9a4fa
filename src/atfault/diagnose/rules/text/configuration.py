"""configuration: what the build was told, or where it runs, does not fit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.rules.text.python_version import newest_found
from atfault.diagnose.rules.text.resources import AGAIN
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.given import Hit
from atfault.text.cuda import cuda_since


@rule("configuration-of-build", family="text", causes=("configuration",), plain_title=True)
def configuration_of_build(case: Case) -> Iterator[Finding]:
    """What a build was told does not fit: an option, a setting, a version, a folder.

    Among them: an option that the project does not have, a cache of CMake's that was made in
    another folder, a pyproject.toml that is not valid, a module that the build imports but does not
    declare (torch under build isolation), a GPU architecture that this nvcc does not know.

    What to do: change what the quoted line names.
    """
    for given, hit in first_of(case, "setting"):
        summary, sure = _summary(hit)
        yield told(given, hit, summary, sure, evidence=_evidence(hit), advice=_advice(hit))


def _summary(hit: Hit) -> tuple[str, Confidence]:
    subject, wanted, have = hit.subject, hit.wanted, hit.found
    known = {
        "isolation": f"the build imports {subject}, which is not where it runs",
        "cmake-too-new": (
            f"CMake no longer takes projects that are written for CMake before {wanted}"
        ),
        "cmake-too-old": f"CMake {wanted} is needed, and {have} is there",
        "cmake-cache": "the build folder was made by CMake in another place",
        "cmake-generator": "the build folder was made with another generator",
        "cmake-source": f"there is no source folder {subject}",
        "cmake-include": f"CMake has no module {subject}",
        "cmake-command": f"CMake knows no command {subject}",
        "option": f"there is no option {subject}",
        "value": f"{have} is no value of the option {subject}",
        "meson-version": f"meson {wanted} is needed, and {have} is there",
        "pyproject": f"pyproject.toml is not valid: {subject or have}",
        "toml": f"a TOML file cannot be read: {have}",
        "gpu-architecture": (
            f"this {hit.tool if hit.tool == 'ptxas' else 'nvcc'} does not know the GPU architecture"
            f" {subject}"
        ),
        "no-distribution": f"no release of {subject} fits, or there is none of that name"
        if not have
        else f"pip finds no release of {subject} for this Python; the newest it finds is {have}",
        "no-package": f"conda's channels have no {subject or 'such package'} for this platform",
        "no-wheel": f"there is no wheel of {subject} for this Python, and nothing may be built",
        "conflict": "the versions that are asked for exclude each other",
        "externally-managed": "this Python belongs to the system, which keeps pip from changing it",
        "no-makefile": "there is no makefile in the folder where make was run",
        "no-ninja-file": f"{subject} is not there: nothing was configured in that folder",
        "no-project": f"{subject} holds no Python project",
        "no-input": "the compiler was given no source file",
        "permission": f"{subject or 'a file'} may not be read or written",
        "read-only": f"{subject or 'a file'} is on a file system that cannot be written",
        "flat-layout": "setuptools found several packages side by side, and does not choose",
        "package-dir": f"there is no package folder {subject}",
        "use-2to3": "the package needs a setuptools before 58 (use_2to3)",
        "setuptools-of-debian": "Debian's setuptools is used by a pip that is not Debian's",
        "crate": f"cargo finds no crate {subject} that fits",
        "locked": "Cargo.lock does not fit Cargo.toml, and may not be changed (--locked)",
        "hashes": "a downloaded file is not the one that was asked for (its hash differs)",
        "git-ref": f"the repository has no branch, tag or commit {subject}",
        "git-owner": f"git does not trust {subject}, which belongs to another user",
        "variable": f"the variable {subject} is not set",
    }.get(hit.why)
    if known is not None:
        return known, "certain"
    said = hit.found if hit.why == "cmake-error" and hit.found else hit.text
    return f"the build stops by itself: {said[:220]}", "likely"


def _evidence(hit: Hit) -> Iterator[str]:
    if hit.why == "isolation":
        yield (
            "pip builds in an environment of its own, in which only what pyproject.toml declares is"
            " installed"
        )
    if hit.why == "cmake-cache" and hit.found and hit.wanted:
        yield f"it was made in {hit.wanted.rstrip('.')}, and is used in {hit.found.rstrip('.')}"
    if hit.why == "conflict":
        yield "the lines above it say who asks for which"


def _advice(hit: Hit) -> Iterator[Advice | str]:
    if hit.why == "isolation":
        yield (
            f"install {hit.subject.partition('.')[0]} first, then build in your own environment: "
            "pip install --no-build-isolation …"
        )
    elif hit.why == "cmake-too-new":
        yield Advice(
            "tell CMake to take it all the same", "export CMAKE_POLICY_VERSION_MINIMUM=3.5"
        )
    elif hit.why == "cmake-too-old":
        yield Advice("PyPI has newer ones", "python -m pip install cmake")
    elif hit.why == "meson-version":
        yield Advice("PyPI has newer ones", "python -m pip install --upgrade meson")
    elif hit.why in ("cmake-cache", "cmake-generator"):
        yield "remove the build folder, or CMakeCache.txt and CMakeFiles in it, and configure again"
    elif hit.why == "git-owner":
        command = f"git config --global --add safe.directory {shlex.quote(hit.subject)}"
        yield Advice("if you do trust it", command)
    elif hit.why == "externally-managed":
        yield Advice("use an environment of your own", "python3 -m venv .venv")
    elif hit.why == "use-2to3":
        yield (
            "take a newer release of the package; or build with an older setuptools: pip install"
            " 'setuptools<58'"
        )
    elif hit.why == "setuptools-of-debian":
        yield Advice(
            "use setuptools from PyPI, in an environment of your own",
            "python -m pip install --upgrade setuptools",
        )
    elif hit.why == "gpu-architecture" and hit.tool == "ptxas":
        yield Advice(
            "let Triton take the ptxas of a CUDA toolkit that knows it, or install a newer Triton",
            "export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas",
        )
    elif hit.why == "gpu-architecture":
        since = cuda_since(hit.subject)
        newer = f" (CUDA {since} or newer)" if since else ""
        yield (
            "leave the architecture out of TORCH_CUDA_ARCH_LIST or CMAKE_CUDA_ARCHITECTURES, or"
            f" take a CUDA toolkit that knows it{newer}"
        )
    elif hit.why == "hashes":
        yield AGAIN
        yield "where the hash stays the same, the one in the requirements file is of another file"
    elif hit.why == "no-package":
        name = re.split(r"[=<>! ]", hit.subject)[0]
        yield Advice("see which there are", f"conda search -c conda-forge {name}".strip())
        yield "conda-forge has most packages: -c conda-forge; some are on PyPI alone"
    elif hit.why == "no-distribution" and hit.found:
        yield from newest_found(hit)
    elif hit.why == "no-distribution":
        yield Advice(
            "see which there are",
            "python -m pip index versions"
            f" {hit.subject.partition('=')[0].partition('<')[0].partition('>')[0].rstrip('!~')}",
        )
