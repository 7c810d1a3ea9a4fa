"""Damaged cores cost a warning or one line of error: never a crash, a hang or unbounded memory."""

from __future__ import annotations

import functools
import gzip
import lzma
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz.damage import case, load_base, write_case
from fuzz.mutate_cores import explain_core, fuzz, read_core
from support.arm_cores import arm_cores
from support.elf_builder import CoreBuilder, Load, R, W, X, auxv, elf_object, stack_with_arguments
from support.parts import times
from support.real_cores import dump, pyenv_pythons, system_python

ANALYSIS = explain_core
COUNT = times("ATFAULT_FUZZ_CASES", few=60, many=600)
SEED = int(os.environ.get("ATFAULT_FUZZ_SEED", "1"))
# Old and new frame layouts, with and without the interpreter's own offset table.
VERSIONS = ("3.8", "3.11", "3.13")


def synthesised() -> bytes:
    """A small core with two objects, three threads, heap and a stack with arguments."""
    loads = [Load(0x1000, b"\x90" * 4096, R | X), Load(0x3000, bytes(range(256)) * 8, R | W)]
    image = elf_object(loads, build_id=b"\x07" * 20, eh_frame_hdr=0x200, dynamic=(0x3000, 256))
    vector = {3: 0x5550_0000_0040, 5: 6, 6: 4096, 7: 0, 9: 0x5550_0000_1000, 11: 0, 12: 0, 33: 0}
    top = 0x7FFF_FFFF_F000
    at, stack, full = stack_with_arguments(top, [b"python", b"x.py"], [b"A=1"] * 20, vector)
    words = random.Random(5)
    heap = b"".join(
        (0x1000_0000 + 8 * words.randrange(8192)).to_bytes(8, "little") * 4 for _ in range(2048)
    )
    return (
        CoreBuilder()
        .thread(10, 11, pc=0x5550_0000_1004, sp=at + 64, fp=at + 128)
        .siginfo(11, 1, 0x10)
        .process(10)
        .note(6, auxv(full))
        .thread(11, pc=0x7F00_0000_1000, sp=at + 256)
        .thread(12)
        .segment(0x1000_0000, heap)
        .segment(at, stack)
        .map_object(image, 0x5550_0000_0000, "/usr/bin/program", "all")
        .map_object(image, 0x7F00_0000_0000, "/usr/lib/library.so")
        .build()
    )  # fmt: skip


@pytest.fixture(scope="module")
def cores(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Synthesised cores, plain and compressed, and real ones of each interpreter found."""
    folder = tmp_path_factory.mktemp("cores")
    plain = synthesised()
    made = {"made": plain, "made.gz": gzip.compress(plain), "made.xz": lzma.compress(plain)}
    paths = []
    for name, content in made.items():
        (folder / name).write_bytes(content)
        paths.append(str(folder / name))
    pythons = {v: p for v, p in pyenv_pythons().items() if v in VERSIONS}
    pythons.update({"own": sys.executable, "system": system_python() or ""})
    for name, python in pythons.items():
        if not python:
            continue
        core = dump(python, folder / name)
        if isinstance(core, Path):
            named = core.rename(folder / f"python-{name}")
            # The real ones matter most: each counts twice.
            paths += [str(named)] * 2
    return paths


@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(600)
def test_no_damage_crashes_hangs_or_fills_memory(
    cores: list[str], tell: Callable[[object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, "set by fuzz(), put back afterwards")
    score = fuzz(cores, ANALYSIS, COUNT, SEED)
    tell(score)
    assert score.count == COUNT
    assert not score.failures, "\n".join(score.failures[:10])


@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(600)
def test_no_damage_of_a_core_of_aarch64_does_either(
    tell: Callable[[object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = arm_cores()
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, "set by fuzz(), put back afterwards")
    given = [str(folder / f"{name}.core") for name in ("faulthandler_on", "philosophers")]
    analysis = functools.partial(explain_core, sysroot=str(folder / "sysroot"))
    score = fuzz(given, analysis, COUNT // 3, SEED)
    tell(score)
    assert not score.failures, "\n".join(score.failures[:10])


def test_a_real_core_is_among_them(cores: list[str]) -> None:
    if not any("python-" in core for core in cores):
        pytest.skip("no real core could be made here: only synthesised ones are damaged")


def test_the_same_case_is_always_the_same_damage(cores: list[str], tmp_path: Path) -> None:
    for number in range(30):
        written = []
        for name in ("one", "other"):
            bases = [load_base(core, read_core) for core in cores[:1]]
            base, _, patches, size = case(bases, SEED, number)
            write_case(base, patches, size, str(tmp_path / name))
            written.append((tmp_path / name).read_bytes())
        assert written[0] == written[1]


# The runner itself: what it must notice.


def _crash(path: str) -> None:
    raise KeyError(path)


def _hang(path: str) -> None:
    while True:
        pass


def _fill(path: str) -> None:
    bytearray(1 << 31)


def _die(path: str) -> None:
    os.kill(os.getpid(), 9)


@pytest.mark.parametrize(
    ("analysis", "outcome"),
    [(_crash, "crash"), (_hang, "hang"), (_fill, "memory"), (_die, "crash")],
)
def test_the_runner_notices(analysis: object, outcome: str, tmp_path: Path) -> None:
    path = tmp_path / "core"
    path.write_bytes(synthesised())
    armed = []

    def after_the_first(core: str) -> None:
        # The first call is the one over the undamaged core.
        if armed:
            analysis(core)  # type: ignore[operator]
        armed.append(core)

    score = fuzz([str(path)], after_the_first, 3, seconds=1)
    assert score.count == 3
    assert score.outcomes[outcome] == 3
    assert len(score.failures) == 3
