"""Cases that are nearly the same (support/near_misses.py), and what is kept of them."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

from support import findings_kept
from support.hang_states import hang, lock, wait, worker
from support.near_misses import Change, near_misses, verdict
from support.states import PID, case_of, crash, native, python, segv

CRASH = case_of(crash(signal=segv(0), frames=[native("strlen"), python(one=None)]))
HANG = case_of(hang([worker("main")], [wait(PID, lock("x"))]))


@pytest.mark.parametrize("case", [CRASH, HANG])
def test_each_differs_in_another_field_and_a_name_draws_the_same(case):
    found = dict(near_misses(case, "a test", 1000))
    assert len(found) > 30
    assert all(vars(one.process) != vars(case.process) for one in found.values())
    few = [what for what, _ in near_misses(case, "a test", 5)]
    assert few == [what for what, _ in near_misses(case, "a test", 5)] and len(few) == 5
    assert few != [what for what, _ in near_misses(case, "another", 5)]


def test_the_case_itself_stays_as_it_is():
    before = verdict(CRASH)
    changed = dict(near_misses(CRASH, "a test", 1000))
    assert before == verdict(CRASH) == "null-dereference certain line 10, 2 read"
    assert verdict(changed["SignalInfo.fault_address: one more"]) == before.replace("2", "1")
    lives = changed["ThreadState.crashed: False"]
    assert [one.crashed for one in lives.process.threads] == [False]


class Held(NamedTuple):
    """In place of a case."""

    always: tuple[Change, ...]
    perhaps: tuple[Change, ...] = ()


def test_what_always_holds_one_is_never_emptied():
    """A tuple without a default; others may be empty."""
    one = Change(("a",), "b")
    found = [held for _, held in near_misses(Held((one,), (one,)), "a test", 1000)]
    assert {len(held.always) for held in found} == {1}
    assert {len(held.perhaps) for held in found} == {0}
    found = [held for _, held in near_misses(Held((one, one)), "a test", 1000)]
    assert 1 in {len(held.always) for held in found}


def test_a_section_is_found_again_and_what_is_no_longer_tested_goes(tmp_path):
    tests, kept = tmp_path / "test_a.py", str(tmp_path / "kept.txt")
    tests.write_text("def test_one(): ...\ndef test_two(): ...\n")
    findings_kept.write(kept, {"test_one[x]": "first\n", "test_two": "a\nb\n"}, str(tests))
    assert findings_kept.read(kept) == {"test_one[x]": "first\n", "test_two": "a\nb\n"}
    assert findings_kept.difference(kept, "test_two", "a\nb\n") == ""
    wrong = findings_kept.difference(kept, "test_two", "a\nc\n")
    assert "-b" in wrong and "+c" in wrong and "--update-golden" in wrong
    tests.write_text("def test_two(): ...\n")
    findings_kept.write(kept, {}, str(tests))
    assert findings_kept.read(kept) == {"test_two": "a\nb\n"}
    tests.write_text("")
    findings_kept.write(kept, {}, str(tests))
    assert not os.path.exists(kept)
