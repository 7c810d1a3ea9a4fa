"""configuration: what the build was told, or where it runs, does not fit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache

from atfault.diagnose.rule import rule
from atfault.diagnose.rules.text.python_version import newest_found
from atfault.diagnose.rules.text.resources import AGAIN
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.given import Hit
from atfault.text.cuda import cuda_since
from atfault.text.tables import table

_FIELD = re.compile(r"\{(\w{1,20})(?:\|([^{}]{0,40}))?\}")


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
    newer = hit.why == "no-distribution" and hit.found
    known = _words().get(f"{hit.why}-newer" if newer else hit.why)
    if known is not None:
        return _filled(known["words"], hit), "likely" if "might have" in hit.text else "certain"
    said = hit.found if hit.why == "cmake-error" and hit.found else hit.text
    return f"the build stops by itself: {said[:220]}", "likely"


def _filled(words: str, hit: Hit) -> str:
    """{field|what stands there where it is empty}"""
    return _FIELD.sub(lambda one: getattr(hit, one[1]) or one[2] or "", words)


@cache
def _words() -> dict[str, dict[str, str]]:
    """What does not fit, and what to do, by `Hit.why`."""
    return {one["why"]: one for one in table("settings.tsv")}


def _evidence(hit: Hit) -> Iterator[str]:
    yield _words().get(hit.why, {}).get("evidence", "")
    if hit.why == "cmake-cache" and hit.found and hit.wanted:
        yield f"it was made in {hit.wanted.rstrip('.')}, and is used in {hit.found.rstrip('.')}"


def _advice(hit: Hit) -> Iterator[Advice | str]:
    known = _words().get(hit.why, {})
    if known.get("advice"):
        top = hit._replace(subject=hit.subject.partition(".")[0])
        yield Advice(_filled(known["advice"], top), known["command"] or None)
    elif hit.why == "git-owner":
        command = f"git config --global --add safe.directory {shlex.quote(hit.subject)}"
        yield Advice("if you do trust it", command)
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
        name = re.split(r"[=<>!~ ]", hit.subject)[0]
        yield Advice("see which there are", f"python -m pip index versions {name}")
