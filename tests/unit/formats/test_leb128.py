from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import FormatError
from atfault.formats.leb128 import sleb, uleb
from support import cfi_builder


@given(st.integers(0, 2**64 - 1))
def test_uleb_reads_what_was_written(value: int) -> None:
    data = cfi_builder.uleb(value)
    assert uleb(data + b"\xff", 0) == (value, len(data))


@given(st.integers(-(2**63), 2**63 - 1))
def test_sleb_reads_what_was_written(value: int) -> None:
    data = cfi_builder.sleb(value)
    assert sleb(b"\0" + data + b"\0", 1) == (value, 1 + len(data))


def test_a_number_longer_than_64_bits_is_refused() -> None:
    with pytest.raises(FormatError):
        uleb(b"\xff" * 100, 0)
