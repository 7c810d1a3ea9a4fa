"""What is decoded of programs of the zoo that crash and hang, from cores that were recorded
(support/recorded.py), and of the same cores with some of their pages damaged: all of it is kept in
tests/golden/decode/recorded."""

from __future__ import annotations

import os

import pytest

from support import recorded


@pytest.mark.parametrize("name", recorded.names())
def test_all_that_is_decoded_of_a_recorded_core_is_what_it_was(
    name, recorded_cores, golden, containing
):
    told = recorded.told(recorded.state_of(name, recorded_cores))
    lines = told.copy()
    for number in range(1, recorded.DAMAGES + 1):
        damaged = recorded.told(recorded.state_of(name, recorded_cores, damage=number))
        lines += ["", f"damage {number}:", *recorded.difference(told, damaged)]
    golden(os.path.join("decode", "recorded", f"{name}.txt"), "\n".join(lines) + "\n")
