"""Whose message the C library's is: of the check that ended the process, or of an earlier one."""

from __future__ import annotations

import pytest

from atfault.decode.crash.abort import is_called_by_others
from support.states import native, thread

CHECKED = [native("pthread_kill"), native("abort"), native("__assert_fail")]


@pytest.mark.parametrize(
    ("frames", "others"),
    [
        ([*CHECKED, native("take", "extension")], False),
        ([native("raise"), native("abort"), native(""), native("free")], False),
        # After a failed assert(), out of whose SIGABRT a handler jumped (cysignals):
        ([native("raise"), native("abort"), native("give_up", "extension")], True),
        ([native("abort"), native("f", "extension")._replace(trust="scanned")], False),
        ([native("raise")], False),
    ],
)
def test_abort_that_other_code_called_left_no_message(frames, others):
    assert is_called_by_others(thread(frames).native.frames) is others
