"""What ranks have left, folded in any order."""

from __future__ import annotations

import random

import pytest

from atfault.decode.job.fold import Fold
from atfault.formats.flight_recorder import Dump, Entry
from atfault.model.collected import RankRecord
from atfault.model.job import Call
from support.jobs import call, elsewhere, in_call

REDUCE = call(shape="[10]", dtype="float32")


def record(place, *, world=4, job="RANK 29500", looked=(100.0, 102.0), **more):
    return RankRecord(place, world, job, looked=looked, **more)


def folded(*records):
    fold = Fold()
    for one in records:
        fold.add(one)
    return fold


def ranks(*places, **more):
    return [record(one, **more) for one in places]


def waiting(*numbers, **more):
    return ranks(*[in_call(number, REDUCE) for number in numbers], **more)


def dump(number, *, done):
    made = Call("torch", "all_reduce", "collective", ())
    return Dump(None, (Entry("default_pg", number, made, 10, done, 101 * 10**9, ()),), False, ())


def test_a_job_has_the_ranks_and_names_those_that_left_nothing():
    (job,) = folded(*waiting(0, 1, 3)).jobs()
    assert [one.rank for one in job.whole.ranks] == [0, 1, 3]
    assert (job.whole.world, job.whole.missing, job.whole.is_collected) == (4, (2,), True)


def test_of_two_looks_the_later_counts_and_that_is_said():
    first = record(in_call(0, REDUCE), looked=(100.0, 102.0))
    later = record(elsewhere(0), looked=(200.0, 202.0))
    for order in ([first, later], [later, first]):
        (job,) = folded(*order).jobs()
        assert job.whole.ranks == (later.place,)
        assert "rank 0" in job.notes[0]
    assert folded(first, first).jobs()[0].notes == ()


def test_a_rank_that_died_stays_dead():
    dead = record(elsewhere(0, "dead"), looked=(100.0, 100.0))
    (job,) = folded(dead, *waiting(0, looked=(200.0, 202.0))).jobs()
    assert job.whole.ranks[0].doing == "dead"


def test_ranks_of_two_jobs_are_two():
    jobs = folded(*waiting(0, 1), *waiting(0, 1, 2, job="RANK 29501")).jobs()
    assert [len(one.whole.ranks) for one in jobs] == [3, 2]


def test_what_does_not_tell_its_job_is_of_the_only_one():
    (job,) = folded(*waiting(0, 1), *waiting(2, job="")).jobs()
    assert [one.rank for one in job.whole.ranks] == [0, 1, 2]
    assert len(folded(*waiting(0), *waiting(0, job="b"), *waiting(2, job="")).jobs()) == 3


def test_looks_that_do_not_overlap_prove_no_standing():
    (job,) = folded(*waiting(0), *waiting(1, looked=(103.0, 105.0))).jobs()
    assert [one.stands for one in job.whole.ranks] == [None, None]
    (job,) = folded(*waiting(0), *waiting(1, looked=(101.0, 105.0))).jobs()
    assert [one.stands for one in job.whole.ranks] == [True, True]


def test_ranks_that_disagree_on_their_number_are_said():
    (job,) = folded(*waiting(0, world=4), *waiting(1, world=8)).jobs()
    assert job.whole.world == 8 and "4, 8" in job.notes[0]


def test_a_late_rank_is_where_it_was_looked_at():
    fold = folded(record(elsewhere(1, "sleeping", line=14), world=2))
    fold.add_dump(0, dump(2, done=False))
    fold.add_dump(1, dump(1, done=True))
    (job,) = fold.jobs()
    assert job.judged.meeting == "default_pg, collective 2"
    assert [one.doing for one in job.judged.ranks] == ["waiting", "sleeping"]
    assert job.judged.ranks[1].line.line == 14


def test_dumps_of_another_day_are_another_job():
    fold = folded(*waiting(0, 1, looked=(9e8, 9e8)))
    fold.add_dump(0, dump(2, done=False))
    assert len(fold.jobs()) == 2


def test_nothing_is_no_job():
    assert Fold().jobs() == []


@pytest.mark.parametrize("seed", range(20))
def test_order_and_parts_change_nothing(seed):
    chance = random.Random(seed)
    looks = [
        record(
            chance.choice([in_call(rank, REDUCE), elsewhere(rank), elsewhere(rank, "dead")]),
            job=chance.choice(["a", "a", "b", ""]),
            world=16,
            looked=(100.0, chance.choice([101.0, 102.0, 103.0])),
        )
        for rank in range(16)
        for _ in range(chance.randint(0, 3))
    ]
    dumps = [(rank, dump(chance.randint(1, 3), done=chance.random() < 0.5)) for rank in range(16)]
    whole = folded(*looks)
    for one in dumps:
        whole.add_dump(*one)
    chance.shuffle(looks)
    parts = [Fold() for _ in range(6)]
    for look in looks:
        chance.choice(parts).add(look)
    for one in dumps:
        chance.choice(parts).add_dump(*one)
    while len(parts) > 1:
        parts[-2].merge(parts.pop())
        chance.shuffle(parts)
    assert parts[0].jobs() == whole.jobs()
