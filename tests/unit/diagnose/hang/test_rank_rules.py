"""Which rank of a job is at fault."""

from __future__ import annotations

import pytest

from atfault.diagnose.rule import ALIVE, rule
from atfault.diagnose.rules import listed
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.model.findings import Blame, Finding
from atfault.model.job import Found
from atfault.model.state import Waiting
from support.diagnosed import claims
from support.jobs import call, case_of_job, elsewhere, in_call, job
from support.nonces import checked

BARRIER = call("barrier")


def first(*ranks, **more):
    """The first finding about the job."""
    return checked(case_of_job(job(*ranks, **more)), listed("ranks")).findings[0]


def told(*ranks, **more):
    """(cause, confidence, blamed lines) of it."""
    return claims(first(*ranks, **more))[:3]


def three(made=None, **more):
    """Ranks 0, 1 and 3."""
    return [in_call(number, made, **more) for number in (0, 1, 3)]


def test_a_rank_in_another_collective_is_named_before_the_others():
    found = told(*three(), in_call(2, BARRIER, line=60, function="skip"))
    where = ["train.py:60:skip", "train.py:27:train"]
    assert found == ("collective-mismatch", "likely", where)


@pytest.mark.parametrize(
    "other",
    [
        call(shape="[11]", dtype="float32"),
        call(shape="[10]", dtype="float64"),
        call("broadcast", root="1"),
    ],
)
def test_arguments_that_do_not_fit_are_a_mismatch(other):
    made = call(shape="[10]", dtype="float32")
    made = call("broadcast", root="0") if other.detail("root") else made
    assert told(*three(made), in_call(2, other))[:2] == ("collective-mismatch", "likely")


def test_sides_of_one_size_are_both_named():
    sides = [in_call(0), in_call(1), in_call(2, BARRIER, line=60), in_call(3, BARRIER, line=60)]
    assert told(*sides)[2] == ["train.py:27:train", "train.py:60:train"]


def test_two_ranks_that_disagree_on_what_they_give_are_both_named():
    made = [call(shape="[512]", dtype=dtype) for dtype in ("float32", "float64")]
    found = first(*[in_call(rank, one, line=22) for rank, one in enumerate(made)])
    assert (found.cause, found.confidence) == ("collective-mismatch", "likely")
    assert [one.thread for one in found.blame] == ["MainThread of rank 0", "MainThread of rank 1"]
    for told in (found.title, found.summary):
        assert all(name in told for name in ("ank 0", "rank 1", "float32", "float64"))


def test_of_three_sides_none_is_told_to_be_in_what_another_is_in():
    calls = [call("reduce", root="0"), call("broadcast", root="0"), BARRIER]
    ranks = [in_call(number, made, line=10 * number) for number, made in enumerate(calls)]
    found = first(*ranks, in_call(3, calls[1], line=10))
    assert [one.line for one in found.blame] == [0, 20, 10]
    assert all(
        name in found.title for name in ("ank 0", "rank 2", "ranks 1,3", "reduce", "barrier")
    )


def test_other_arguments_in_one_operation_tell_more_than_another_operation():
    ranks = [in_call(0, call("broadcast", root="0"), line=9), in_call(1), in_call(3)]
    found = told(*ranks, in_call(2, call("broadcast", root="1"), line=9))
    assert found[2] == ["train.py:9:train", "train.py:9:train"]


def test_groups_of_their_own_may_do_different_things():
    ranks = three(call(group="of its own"))
    assert told(*ranks, in_call(2, BARRIER))[1] == "possible"


@pytest.mark.parametrize("doing", ["waiting", "sleeping", "stopped"])
def test_a_rank_that_stands_elsewhere_holds_up_the_others(doing):
    found = told(*three(), elsewhere(2, doing))
    assert found == ("waits-for-rank", "likely", ["train.py:14:save"])


@pytest.mark.parametrize("doing", ["running", "outside", "disk", ""])
def test_a_rank_that_may_come_yet_is_possible_at_most(doing):
    assert told(*three(), elsewhere(2, doing))[:2] == ("waits-for-rank", "possible")


@pytest.mark.parametrize("stands", [None, False])
def test_a_rank_that_was_not_seen_to_stand_is_possible_at_most(stands):
    assert told(*three(), elsewhere(2, stands=stands))[:2] == ("waits-for-rank", "possible")


@pytest.mark.parametrize(
    "ranks",
    [
        [*three(), in_call(2)],
        [*three(stands=False), elsewhere(2)],
        [*three(stands=False), in_call(2, BARRIER)],
        [*three(), in_call(2, BARRIER, stands=False)],
        [in_call(0), elsewhere(1), elsewhere(2)],
        [elsewhere(0), elsewhere(1)],
    ],
)
def test_a_job_that_goes_on_is_not_accused(ranks):
    assert first(*ranks).cause == "unknown"


def test_where_not_all_ranks_were_seen_less_is_sure():
    assert told(*three(), elsewhere(2), world=8)[:2] == ("waits-for-rank", "possible")


def dead(pid=202):
    return Relative(pid, 100, "child", "python", (), "python", "Z", 3)


def test_a_dead_rank_is_why_the_others_wait():
    made = job(*three(), world=4, missing=(2,), launcher=100)
    case = case_of_job(made, waiting=Waiting(relatives=(dead(),)))
    found = checked(case, listed("ranks")).findings[0]
    assert (found.cause, found.confidence) == ("rank-died", "likely")


def test_a_rank_that_was_not_seen_is_perhaps_dead():
    found = told(*three(), world=4, missing=(2,), launcher=100)
    assert found[:2] == ("rank-died", "possible")


def test_a_ring_in_which_all_send_does_not_meet():
    ranks = [in_call(n, call("MPI_Send", "send", peer=str((n + 1) % 4))) for n in range(4)]
    assert told(*ranks) == ("message-mismatch", "likely", ["train.py:27:train"])


def test_another_tag_than_the_other_side_has_is_a_mismatch():
    send = call("MPI_Send", "send", peer="1", tag="7")
    receive = call("MPI_Recv", "receive", peer="0", tag="8")
    found = told(in_call(0, send), in_call(1, receive, line=30))
    assert found[:2] == ("message-mismatch", "likely")


def test_a_message_that_is_under_way_is_none():
    send = call("MPI_Send", "send", peer="1", tag="7")
    receive = call("MPI_Recv", "receive", peer="0", tag="7")
    assert first(in_call(0, send), in_call(1, receive)).cause == "unknown"


def test_a_message_that_the_other_side_does_not_send_is_waited_for_in_vain():
    receive = call("MPI_Recv", "receive", peer="0")
    found = told(in_call(0, BARRIER), in_call(1, receive, line=30), in_call(2, BARRIER))
    assert found == ("message-mismatch", "likely", ["train.py:30:train", "train.py:27:train"])


def test_a_rank_whose_counter_is_behind_is_a_straggler():
    ranks = three(counters=(("train step", 4),))
    late = elsewhere(2, "running", stands=False, counters=(("train step", 3),))
    assert told(*ranks, late) == ("straggler", "possible", ["train.py:14:save"])


@pytest.mark.parametrize("counters", [(("train rank", 0),), (("train other", 3),), ()])
def test_what_numbers_the_ranks_does_not_count(counters):
    ranks = [in_call(n, counters=(("train rank", n),)) for n in (1, 2, 3)]
    assert first(*ranks, in_call(0, counters=counters)).cause == "unknown"


def blaming(pid, cause="stuck-native-call"):
    line = Blame("/home/ada/train.py", 27, "train", "MainThread", tid=pid, pid=pid)
    return Finding(cause, "it hangs", "likely", (line,), family="hang")


def about(pid, cause):
    """A rule that finds something about one process."""

    @rule(cause, on=ALIVE, family="hang")
    def about_process(case):
        """Finds it."""
        yield blaming(pid, cause)

    return about_process


def test_a_victim_is_no_finding_and_the_culprits_own_is_a_reason():
    case = case_of_job(job(*three(), elsewhere(2)))
    rules = [*listed("ranks"), about(200, "stuck-native-call"), about(202, "deadlock")]
    found = checked(case, rules)
    assert [one.cause for one in found.findings] == ["waits-for-rank", "deadlock"]
    assert any(one.text.startswith("deadlock") for one in found.findings[0].evidence)
    assert [one.rule for one in found.set_aside] == ["stuck-native-call"]


def test_what_is_found_about_a_rank_that_went_on_is_less_sure():
    case = case_of_job(job(*three(stands=False), elsewhere(2, "running", stands=False)))
    (found,) = checked(case, [*listed("ranks"), about(202, "waiting-external")]).findings
    assert (found.cause, found.confidence) == ("waiting-external", "possible")


def test_a_process_of_no_job_is_judged_as_ever():
    case = case_of_job(Absent("none"))
    assert [one.cause for one in checked(case, [about(200, "deadlock")]).findings] == ["deadlock"]


COLLECTED = {"is_collected": True}
MEETING = {"meeting": "default_pg, collective 10", **COLLECTED}


def died(number, *, at=0.0, ended="ValueError: bad shard", **more):
    return elsewhere(number, "dead", line=12, function="load", at=at, ended=ended, **more)


def late(number, **more):
    return elsewhere(number, "late", stands=None, **more)


def test_of_ranks_that_died_the_first_is_the_reason():
    found = told(*three(), died(2, at=99.0), died(4, at=40.0))
    assert found == ("rank-died", "likely", ["train.py:12:load"])
    assert first(*three(), died(2, at=99.0), died(4, at=40.0)).blame[0].thread.endswith("rank 4")


def test_a_rank_that_died_of_another_ones_death_is_not_the_reason():
    where = "[/__w/pytorch/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:537]"
    gone = f"RuntimeError: {where} Read error [127.0.0.1]:65199: Connection reset by peer"
    found = first(died(0, at=40.0, ended=gone), died(1, at=40.0), died(2, at=40.0, ended=gone))
    assert (found.confidence, found.blame[0].thread) == ("likely", "MainThread of rank 1")


def test_ranks_that_died_at_once_are_not_told_apart():
    assert told(died(0, at=40.0), died(1, at=50.0))[1] == "possible"
    assert told(died(0), died(1))[1] == "possible"


def test_a_dead_rank_is_told_with_what_was_found_in_it():
    found = Found("out-of-bounds", "certain", "grid has 64 rows", "paint.py", 16, "main")
    made = first(*three(), died(2, found=found))
    assert claims(made)[2] == ["paint.py:16:main"]


def test_a_rank_that_did_not_come_is_possible_at_most():
    ranks = three(stands=True)
    assert told(*ranks, late(2), **MEETING) == ("waits-for-rank", "possible", ["train.py:14:save"])
    assert told(*ranks, late(2)._replace(line=None), **MEETING)[:2] == (
        "waits-for-rank",
        "possible",
    )


def test_what_is_wrong_in_the_rank_that_others_wait_for_is_a_reason():
    found = Found("deadlock", "likely", "two threads wait for each other")
    made = first(*three(), elsewhere(2, found=found), **COLLECTED)
    assert any("deadlock" in one.text for one in made.evidence)


def test_a_mismatch_that_their_history_tells_needs_no_other_ranks():
    ranks = [*three(), in_call(2, BARRIER, line=60), late(5)]
    found = told(*ranks, world=8, missing=(4, 6, 7), **MEETING)
    assert found == ("collective-mismatch", "likely", ["train.py:60:train", "train.py:27:train"])


def test_without_a_history_ranks_that_left_nothing_make_all_less_sure():
    found = told(*three(), elsewhere(2), world=8, missing=(4, 5, 6, 7), **COLLECTED)
    assert found[:2] == ("waits-for-rank", "possible")


def test_a_rank_that_left_nothing_is_suspected_where_all_others_wait():
    assert told(*three(), world=4, missing=(2,), **MEETING)[:2] == ("rank-died", "possible")


def test_arguments_that_one_side_does_not_tell_are_no_mismatch():
    made = call(shape="[10]", dtype="float32")
    assert told(*three(made), in_call(2, call()))[0] == "unknown"
    assert told(*three(made), in_call(2, call(dtype="float64")))[0] == "collective-mismatch"
