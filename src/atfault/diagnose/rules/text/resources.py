"""network-error, disk-full, out-of-memory: what the build ran out of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.given import Given, Hit

PER_JOB = 2 << 30
"""Bytes that one compiler of C++ with many templates takes: a rule of thumb."""
GIB = 1 << 30
_JOBS = re.compile(
    r"(?:^|\s)(?:-j ?|--parallel[ =]|--jobs[ =]|MAX_JOBS=|PARALLEL_LEVEL=)(\d{1,4})\b"
)
_IN_MEMORY = re.compile(r"/(?:dev|run)/shm\b[^\s:,;'\")\]]{0,200}")
"""A file that takes memory, and no room on a disk."""

AGAIN = Advice(
    "fetch it again, without what is in pip's cache",
    "python -m pip install --no-cache-dir --retries 10 --timeout 60 …",
)


@rule("network-error", family="text", plain_title=True)
def network_error(case: Case) -> Iterator[Finding]:
    """A download failed: the name of a host could not be resolved, or it did not answer.

    What to do: try it again; behind a proxy set HTTPS_PROXY where the build runs (a container and
    sudo do not inherit it); for an isolated build fetch what it downloads before.
    """
    for given, hit in first_of(case, "network"):
        came = f": {hit.found} came" if hit.why == "cut-off" else ""
        of = f": {hit.subject}" if hit.subject else came
        what = {
            "cut-off": "a download was cut off, and what came has another hash",
            "resolve": "the name of a host could not be resolved",
            "certificate": "the certificate of a host was not accepted",
            "http": "a server refused" + (f" a download ({hit.found})" if hit.found else ""),
            "git": "git could not fetch a repository",
            "timeout": "a host did not answer in time",
            "retry": "a host could not be reached, several times",
        }.get(hit.why, "a download failed" if given.is_build else "a host could not be reached")
        advice: list[Advice | str] = [
            "see whether the host answers from where the build runs (proxy, DNS, firewall), and try"
            " again"
        ]
        if hit.why == "certificate":
            advice = [
                Advice(
                    "behind a proxy that opens TLS, name its certificate",
                    "export PIP_CERT=FILE.pem SSL_CERT_FILE=FILE.pem",
                )
            ]
        elif hit.why == "cut-off":
            advice = [AGAIN]
        yield told(given, hit, what + of, advice=advice)


@rule("disk-full", family="text", causes=("disk-full", "shared-memory-full"), plain_title=True)
def disk_full(case: Case) -> Iterator[Finding]:
    """A file could not be written as there is no space left; in /dev/shm that is memory.

    Compilers and pip write to the folder for temporary files as well, which may be another, smaller
    file system (TMPDIR), and inodes or a quota may be used up while there is space.

    What to do: `df -h` and `df -i` of the build folder and of TMPDIR.
    """
    for given, hit in first_of(case, "disk"):
        of_memory = _IN_MEMORY.search(hit.text)
        if of_memory is not None:
            what = f"there is no space left for shared memory: {of_memory[0]}"
            yield told(
                given,
                hit,
                what,
                advice=(
                    "give /dev/shm more room; a container has 64 MB: docker run --shm-size=8g, or "
                    "in Kubernetes an emptyDir with medium: Memory at /dev/shm",
                ),
                cause="shared-memory-full",
            )
            continue
        of_quota = hit.why == "quota"
        what = "the quota is used up" if of_quota else "there is no space left on the disk"
        yield told(
            given,
            hit,
            what,
            advice=(
                Advice(
                    "see which file system it is, inodes included",
                    "df -h . ${TMPDIR:-/tmp}; df -i . ${TMPDIR:-/tmp}",
                ),
                "let temporary files go where there is space: TMPDIR=…",
            ),
        )


@rule("out-of-memory-of-build", family="text", causes=("out-of-memory",), plain_title=True)
def out_of_memory_of_build(case: Case) -> Iterator[Finding]:
    """A compiler was killed for want of memory, or was refused it.

    One compiler of template-heavy C++ takes one to three gigabytes, and a build runs as many at
    once as there are CPUs. The finding says how many would fit here.

    What to do: fewer jobs (MAX_JOBS, CMAKE_BUILD_PARALLEL_LEVEL, -j), more memory or swap.
    """
    for given, hit in first_of(case, "memory"):
        who = hit.subject if hit.subject and len(hit.subject) < 40 else ""
        who = who or ("a compiler" if given.is_build else "the program")
        if hit.why == "compiler-killed":
            summary = f"{who} was killed, most likely as there was no memory left"
        elif hit.why == "killed":
            what = "build" if given.is_build else "program"
            summary = f"the {what} was killed, most likely as there was no memory left"
        else:
            summary = f"{who} was refused memory"
        sure = "likely" if "killed" in hit.why else "certain"
        yield told(
            given,
            hit,
            summary,
            sure,  # type: ignore[arg-type]
            evidence=_evidence(given, hit),
            advice=_advice(given) if given.is_build else (),
        )


def _evidence(given: Given, hit: Hit) -> Iterator[str]:
    if "killed" in hit.why:
        yield (
            "SIGKILL comes from the kernel when memory runs out, or from a person: the log does not"
            " tell which"
        )
    jobs = max((int(m[1]) for one in given.hits for m in _JOBS.finditer(one.command)), default=0)
    if jobs:
        yield f"{jobs} jobs ran at once"
    memory = given.machine.memory
    if memory:
        yield f"programs here may have {memory / GIB:.1f} GiB; {given.machine.cpus} CPUs"


def _advice(given: Given) -> Iterator[Advice | str]:
    fit = max(1, given.machine.memory // PER_JOB) if given.machine.memory else 1
    fit = min(fit, given.machine.cpus or fit)
    text = f"at 2 GiB a job {fit} would fit here" if given.machine.memory else "one job at a time"
    yield Advice(text, f"export MAX_JOBS={fit} CMAKE_BUILD_PARALLEL_LEVEL={fit} MAKEFLAGS=-j{fit}")
