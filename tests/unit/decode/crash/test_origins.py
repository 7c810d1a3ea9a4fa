"""What a file says of the headers that it was compiled with."""

from __future__ import annotations

from pathlib import Path

import pytest

from atfault.decode.crash.origins import origins_of
from atfault.snapshot.target_files import GivenFiles
from support.elf_builder import Load, R, elf_object
from support.local_files import local
from support.states import MODULES, native, thread

X = 1
COMPARES = b"\x3d\x09\x00\x00\x01"  # cmp eax, 0x1000009
ONE, TWO = b"_ARRAY_API\0numpy.core._multiarray_umath\0", b"numpy._core._multiarray_umath\0"


@pytest.mark.parametrize(
    ("code", "data", "abi"),
    [
        (COMPARES, ONE, 1),
        (b"\x90" * 5, ONE, None),
        (b"\x90" * 5, ONE + COMPARES, None),  # a row of a table, as scipy 1.17's _flapack has it
        (COMPARES, ONE + TWO, None),
        (COMPARES, b"numpy.core\0", None),
    ],
    ids=["for numpy 1", "no comparison", "in data", "for numpy 2", "without the table"],
)
def test_a_file_is_for_numpy_1_whose_code_compares_with_its_version(
    tmp_path: Path, code: bytes, data: bytes, abi: int | None
) -> None:
    path = tmp_path / "fast.so"
    loads = [Load(0x1000, b"\x90\x90" + code, R | X), Load(0x2000, data)]
    path.write_bytes(elf_object(loads))
    module = MODULES["extension"]._replace(path=str(path), file=local(path))
    crashed = thread([native("work", "extension")._replace(module=module)])
    (origin,) = origins_of(GivenFiles(), crashed, ())
    assert origin.numpy_abi == abi
