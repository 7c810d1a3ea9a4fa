"""Damaged shared objects: whatever is in the file, the check of an import ends, and says something.

ATFAULT_FUZZ_CASES is how many of them (of the cores: a fifth of it, at most 2000).
"""

from __future__ import annotations

import random

import pytest

from atfault.decode.imports.loading import check_file, load_failure
from atfault.decode.imports.surroundings import Surroundings
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.hand_over import HandOver
from support import needs
from support.extensions import INIT, compile_shared
from support.parts import times

CASES = min(times("ATFAULT_FUZZ_CASES", few=60, many=600) // 5, 2000)

pytestmark = needs.program("g++")


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """A module that needs a library with versions, and that library."""
    folder = tmp_path_factory.mktemp("objects")
    script = folder / "v.map"
    script.write_text("GEO_1.0 { global: *; };")
    library = compile_shared(
        "#include <string>\nint geo(std::string) { return 1; }",
        folder / "libgeo.so.1",
        f"-Wl,--version-script={script}",
        "-Wl,-soname,libgeo.so.1",
    )
    text = "#include <string>\nint geo(std::string);" + INIT.replace("BODY", 'geo("x")')
    module = compile_shared(text, folder / "_C.so", library, "-Wl,-rpath,$ORIGIN")
    return folder, module, library


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Bytes changed (mostly where headers and tables are), cut, or blown up."""
    data = bytearray(content)
    for _ in range(rng.choice((1, 2, 8, 64))):
        low = rng.random() < 0.6
        at = rng.randrange(0x1000 if low else len(data))
        size = rng.choice((1, 2, 4, 8))
        value = rng.choice((0, 1, 0x7F, 0xFF, 0x80, rng.randrange(256)))
        data[at : at + size] = bytes([value]) * size
    if rng.random() < 0.2:
        del data[rng.randrange(64, len(data)) :]
    return bytes(data)


@pytest.mark.slow
@pytest.mark.chance
def test_no_damage_makes_the_check_fail_or_hang(objects, tmp_path):
    _, module, library = objects
    contents = {path: open(path, "rb").read() for path in (module, library)}  # noqa: SIM115
    rng = random.Random(20261122)
    target = str(tmp_path / "_C.so")
    beside = str(tmp_path / "libgeo.so.1")
    for number in range(CASES):
        for path, place in ((module, target), (library, beside)):
            content = contents[path]
            is_hit = (number + (path is library)) % 2 == 0
            with open(place, "wb") as file:
                file.write(damaged(content, rng) if is_hit else content)
        error = RaisedException(
            "ImportError",
            f"{target}: undefined symbol: _Z3geoSs",
            bases=("ImportError",),
            path=target,
        )
        handed = HandOver(UncaughtException("main", (error,)))
        check_file(handed, target, Surroundings(handed, target))
        assert not isinstance(load_failure(handed), Absent)
