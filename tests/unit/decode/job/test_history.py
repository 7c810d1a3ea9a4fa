"""What flight recorders tell together: the first meeting to which not all came."""

from __future__ import annotations

import os
import random

import pytest

from atfault.decode.job.history import History
from atfault.formats.flight_recorder import Dump, Entry, read_dump
from atfault.model.job import Call
from atfault.model.places import Place

DUMPS = os.path.join(os.path.dirname(__file__), "dumps")
MAIN = "default_pg"


def entry(number, operation="all_reduce", *, group=MAIN, done=True, line=27, size=10, at=None):
    call = Call("torch", operation, "collective", (("shape", f"[{size}]"),) if size else ())
    frames = (Place("/home/ada/train.py", line, "step"),)
    return Entry(group, number, call, size, done, at or 1000 * number, frames)


def message(operation, kind, peer, *, done=False):
    call = Call("torch", operation, kind, (("peer", str(peer)),))
    return Entry(MAIN, 1, call, 0, done, 1500, ())


def dump(*entries, overrun=False, members=()):
    return Dump(None, entries, overrun, members)


def history(*dumps):
    made = History()
    for rank, one in enumerate(dumps):
        if one is not None:
            made.add(rank, one)
    return made


def real(kind):
    made = History()
    for name in sorted(os.listdir(os.path.join(DUMPS, kind))):
        with open(os.path.join(DUMPS, kind, name), "rb") as file:
            made.add(int(name.partition(".")[0][-1]), read_dump(file.read()))
    return made


def told(job):
    """{rank: (operation, or what it does; line)}."""
    return {
        one.rank: (one.call.operation if one.call else one.doing, one.line and one.line.line)
        for one in job.ranks
    }


@pytest.mark.parametrize("release", ["torch_2_9", "torch_2_14", "torch_2_15"])
def test_the_dumps_of_other_releases_are_read(release):
    job = real(release).job(None)
    assert job.meeting == "default_pg, collective 4"
    wanted = {0: ("all_reduce", 11), 1: ("all_reduce", 11), 2: ("barrier", 12)}
    assert told(job) == wanted


WAITS = dump(entry(1), entry(2, done=False))


def test_of_real_dumps_the_rank_in_another_call_is_seen():
    job = real("mismatch").job(None)
    assert job.meeting == "default_pg, collective 4"
    reduce, barrier = ("all_reduce", 28), ("barrier", 36)
    assert told(job) == {0: reduce, 1: reduce, 2: barrier, 3: reduce}
    assert (job.world, job.missing) == (4, ())


def test_of_real_dumps_the_rank_that_has_not_come_is_seen_with_its_last_line():
    job = real("missing").job(None)
    assert told(job)[2] == ("late", 28)
    assert [one.rank for one in job.waiting] == [0, 1, 3]


def test_of_real_dumps_shapes_that_differ_are_seen():
    shapes = {one.rank: one.call and one.call.detail("shape") for one in real("shape").job(4).ranks}
    assert shapes == {0: "[1000]", 1: "[1000]", 2: "[500]", 3: None}


def test_of_real_dumps_of_a_job_that_goes_on_nothing_is_said():
    assert real("healthy").job(4) is None


def test_a_dump_without_entries_is_no_absence():
    assert history(WAITS, WAITS, dump()).job(None) is None


def test_a_dump_of_what_is_under_way_alone_tells_how_far_it_has_come():
    under_way = Dump(None, (entry(1, done=False),), False, (), ((MAIN, 3),))
    on = dump(entry(1), entry(2), entry(3, done=False))
    assert history(under_way, on).job(None) is None
    late = Dump(None, (entry(1),), False, (), ((MAIN, 3),))
    assert history(late, on).job(None) is None


def test_two_groups_of_one_name_are_not_judged():
    one = dump(entry(1, group="pair", done=False), members=(("pair", (0, 1)),))
    other = dump(entry(1, "barrier", group="pair", done=False, size=0),
                 members=(("pair", (2, 3)),))  # fmt: skip
    assert history(one, one, other, other).job(4) is None


def test_the_first_of_several_meetings_counts():
    late = dump(entry(1), entry(2, "barrier", done=False, size=0), entry(3, "reduce", done=False))
    on = dump(entry(1), entry(2, done=False), entry(3, done=False))
    assert history(on, on, late).job(None).meeting == "default_pg, collective 2"


def test_what_an_overrun_ring_has_lost_is_no_absence():
    lost = dump(entry(9), overrun=True)
    assert history(WAITS, WAITS, lost).job(None) is None
    nothing = dump(entry(1, group="other"), overrun=True)
    assert history(WAITS, WAITS, nothing).job(None) is None
    late = dump(entry(1))
    assert told(history(WAITS, WAITS, nothing, late).job(None)) == {
        0: ("all_reduce", 27), 1: ("all_reduce", 27), 3: ("late", 27),
    }  # fmt: skip


def test_a_rank_without_a_dump_is_missing_where_others_wait():
    job = history(WAITS, WAITS, None, WAITS).job(4)
    assert job.missing == (2,)
    assert history(dump(entry(1)), None, dump(entry(1))).job(3) is None


def test_shapes_of_as_many_elements_meet():
    other = entry(2, done=False)._replace(call=Call("torch", "all_reduce", "collective", ()))
    job = history(WAITS, dump(entry(1), other), None).job(3)
    assert len({one.call for one in job.ranks}) == 1


def test_a_mismatch_that_all_have_left_behind_is_none():
    other = dump(entry(1, "barrier", size=0), entry(2))
    assert history(dump(entry(1), entry(2)), other).job(2) is None


def test_a_chain_of_groups_leads_to_the_rank_that_waits_for_nobody():
    pair = (("pair", (1, 2)),)
    job = history(
        dump(entry(1), entry(2, done=False), members=pair),
        dump(entry(1), entry(1, group="pair", done=False, at=3000), members=pair),
        dump(entry(1), members=pair),
    ).job(3)
    assert job.meeting == "pair, collective 1"
    assert told(job) == {1: ("all_reduce", 27), 2: ("late", 27)}


def test_groups_in_another_order_are_a_ring():
    one, two = entry(1, group="a", done=False), entry(1, group="b", done=False, at=1001)
    groups = (("a", (0, 1)), ("b", (0, 1)))
    job = history(dump(one, members=groups), dump(two, members=groups)).job(2)
    assert job.meeting == "a, collective 1"
    assert [one.call.detail("group") for one in job.ranks] == ["", "b"]


def test_a_dump_that_was_left_before_the_others_is_no_wait_in_another_group():
    """Rank 0 is in the meeting of all, to which all have come, and that the others have left."""
    pair = (("pair", (0, 1)),)
    early = dump(entry(1), entry(2, done=False), members=pair)
    later = dump(entry(1), entry(2), entry(1, group="pair", done=False, at=2500), members=pair)
    job = history(early, later, dump(entry(1), entry(2), members=pair)).job(3)
    assert job.meeting == "pair, collective 1"
    assert told(job) == {0: ("late", 27), 1: ("all_reduce", 27)}


def test_ranks_that_wait_for_messages_are_told_with_their_peers():
    job = history(dump(message("send", "send", 1)), dump(message("send", "send", 0))).job(2)
    assert [(one.call.kind, one.call.detail("peer")) for one in job.ranks] == [
        ("send", "1"), ("send", "0"),
    ]  # fmt: skip


def test_a_dump_of_an_earlier_run_is_left_out():
    today = 20 * 3600 * 10**9
    old = dump(entry(1, at=10), entry(2, "barrier", at=20, done=False, size=0))
    made = history(dump(entry(1, at=today), entry(2, done=False, at=today + 1)), old)
    assert made.stale() == {1}
    assert told(made.job(2)) == {0: ("all_reduce", 27)}
    assert made.job(2).missing == (1,)


def test_a_rank_that_came_in_two_ways_is_of_two_runs_and_no_mismatch():
    made = history(WAITS, WAITS)
    made.add(1, dump(entry(2, "barrier", done=False, size=0)))
    assert made.job(2) is None


@pytest.mark.parametrize("seed", range(20))
def test_order_and_parts_change_nothing(seed):
    chance = random.Random(seed)
    dumps = []
    for rank in range(12):
        last = chance.randint(2, 5)
        entries = [
            entry(number, chance.choice(["all_reduce"] * 9 + ["barrier"]), done=number < last,
                  line=chance.choice([20, 30]), at=number * 100 + chance.randint(0, 9))
            for number in range(1, last + 1)
        ]  # fmt: skip
        dumps += [(rank, dump(*entries[:cut])) for cut in (last, chance.randint(1, last))]
    whole = History()
    for rank, one in dumps:
        whole.add(rank, one)
    chance.shuffle(dumps)
    parts = [History() for _ in range(5)]
    for rank, one in dumps:
        chance.choice(parts).add(rank, one)
    while len(parts) > 1:
        parts[-2].merge(parts.pop())
        chance.shuffle(parts)
    for name in ("meetings", "spans", "seen", "members"):
        assert getattr(parts[0], name) == getattr(whole, name), name
    assert parts[0].job(12) == whole.job(12)
