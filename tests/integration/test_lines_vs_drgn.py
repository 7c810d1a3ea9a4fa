"""Lines and inlined functions in real libraries, held against what drgn says of them."""

from __future__ import annotations

import ctypes.util
import glob
import importlib.util
import os
import random
import sysconfig
from collections.abc import Iterator

import pytest

from atfault.errors import AtfaultError
from atfault.formats.elf import ElfFile
from atfault.native.debug_files import DEBUG_FOLDER, open_elf
from atfault.native.debug_lines import DebugLines, debug_info
from atfault.native.drgn_lines import DrgnLines
from atfault.native.lines import debug_section_size
from atfault.native.places import Job, Place
from support.local_files import local

pytest.importorskip("drgn", reason="drgn is not installed")
ADDRESSES = 200
BIAS = 1 << 40


def libraries() -> Iterator[str]:
    """CPython, the C library, and what is installed with debug information of its own."""
    library = sysconfig.get_config_var("LDLIBRARY") or ""
    yield os.path.join(sysconfig.get_config_var("LIBDIR") or "", library)
    yield from glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/lib/libpython3.*.so.1.0"))
    yield f"/lib/x86_64-linux-gnu/{ctypes.util.find_library('c')}"
    for package in ("numba", "numpy", "torch", "greenlet", "gevent", "lz4"):
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            yield from sorted(glob.glob(os.path.join(folder, "**", "*.so"), recursive=True))


def opened(path: str) -> tuple[ElfFile, str] | None:
    """The library, and the file with its lines; None where there is none."""
    elf = open_elf(local(path)) if os.path.exists(path) else None
    if elf is None:
        return None
    build_id = elf.build_id()
    debug = f"{DEBUG_FOLDER}/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
    if debug_section_size(elf)[0]:
        return elf, ""
    return (elf, debug) if build_id and os.path.exists(debug) else None


def described() -> list[str]:
    found = {os.path.realpath(path): None for path in libraries()}
    return [path for path in found if opened(path) is not None]


def is_less(theirs: tuple[Place, ...]) -> bool:
    """Whether drgn may have found no function there, and so no line that is certain."""
    return len(theirs) == 1 and theirs[0][0].startswith("_Z") and not theirs[0][1]


@pytest.mark.newest
@pytest.mark.parametrize("path", described(), ids=os.path.basename)
def test_lines_and_inlined_functions_are_those_of_drgn(path: str) -> None:
    found = opened(path)
    assert found is not None
    elf, debug = found
    text = elf.section(".text")
    assert text is not None
    chance = random.Random(6)
    addresses = sorted({text.addr + chance.randrange(text.size) for _ in range(ADDRESSES)})
    lines = DebugLines()
    info = debug_info(local(path), local(debug) if debug else None)
    assert info is not None
    lines.find(info, addresses)
    file = local(debug) if debug else None
    job = Job(1, local(path), file, BIAS, BIAS + (1 << 32), BIAS, tuple(addresses))
    try:
        theirs = DrgnLines().find(job)
    except (AtfaultError, ValueError, OSError) as error:
        pytest.skip(f"drgn cannot read it: {error}")
    differing = {}
    for address in addresses:
        one, other = lines.places.get(address, ()), theirs.get(address, ())
        # The outermost function is named by its symbol, here and in reports.
        same = [place[1:] for place in one] == [place[1:] for place in other]
        same = same and [place[0] for place in one[:-1]] == [place[0] for place in other[:-1]]
        if not same and not is_less(other):
            differing[f"{address:#x}"] = one, other
    assert len(theirs) > len(addresses) / 3
    assert not differing


def test_there_is_something_to_read() -> None:
    assert described(), "no library with debug information found"
