"""What tools say when a build fails: the rows of `complaints.tsv`."""

from __future__ import annotations

import pytest

from atfault.text.complaints import EVERY, MODULES, complaint_in
from atfault.text.tables import table

ROWS = (*EVERY, *MODULES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.seen[:60])
def test_a_row_takes_the_line_that_it_was_made_for_and_no_row_before_it_does(row):
    found = complaint_in(row.seen, row.seen.lower(), building=True)
    assert found is not None and found[0] is row


def test_each_line_that_rows_were_made_for_is_one_of_its_own():
    seen = [one["seen"] for one in table("complaints.tsv")]
    assert len(set(seen)) == len(seen) == len(ROWS)


def test_the_command_that_zsh_did_not_find_is_no_shell():
    found = complaint_in("zsh: command not found: cmake", "zsh: command not found: cmake",
                         building=True)  # fmt: skip
    assert found is not None and found[1]["subject"] == "cmake"
