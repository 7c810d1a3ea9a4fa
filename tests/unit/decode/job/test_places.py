"""Which processes are ranks of one job, and where each of them is."""

from __future__ import annotations

import pytest

from atfault.decode.job.places import job_of
from atfault.decode.job.standing import Standing
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.model.process import ProcessInfo, Rank
from atfault.model.state import PythonInfo, Waiting
from atfault.model.waits import LONG, Resource, Wait
from support.states import MadeState, native, python, thread

LAUNCHER = 100
C10D = "/venv/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py"
REDUCE = (python("all_reduce", file=C10D), python("train", line=27, step=3))
PACKED = python("make_archive", file="/usr/lib/python3.11/shutil.py")
BOOTSTRAP = python("_bootstrap", file="/usr/lib/python3.11/multiprocessing/process.py")
PYTHON = PythonInfo((3, 11, 7), "3.11.7")
STANDS, MOVES = Standing(is_same=True, wakes=False), Standing(is_same=False, wakes=False)


def process(number, frames=REDUCE, *, pid=0, ppid=LAUNCHER, state="S", waits=(), **more):
    """Rank `number` of 4, on one machine unless `more` says otherwise."""
    pid = pid or 200 + number
    rank = Rank(number, number, more.pop("world", 4), more.pop("local", 4), more.pop("job", "a"))
    main = thread(frames, tid=pid, crashed=False)
    main = main._replace(thread=main.thread._replace(state=state))
    return MadeState.of(
        ProcessInfo(pid, ppid, "/usr/bin/python3", ("python", "train.py"), rank=rank),
        threads=(main, *more.pop("threads", ())),
        python=more.pop("python", PYTHON),
        waiting=Waiting(waits=tuple(waits)),
    )


def wait(pid, kind="lock", **more):
    timeout = more.pop("timeout", False)
    return Wait(pid, pid, Resource(kind, f"{kind}:1", "it"), timeout=timeout, **more)


def ranks(*numbers):
    return [process(number) for number in numbers]


def job(*states, looks=()):
    found = job_of(states, dict(looks))
    assert not isinstance(found, Absent)
    return found


def elsewhere(**more):
    """Where rank 2 of 4 is, the others in all_reduce."""
    return job(*ranks(0, 1, 3), process(2, (python("save", line=14),), **more)).elsewhere[0]


def test_ranks_in_one_place_are_one_group_and_the_rest_is_odd():
    found = job(*ranks(0, 1, 3), process(2, (python("save", line=14),)))
    assert [[one.rank for one in group] for group in found.groups] == [[0, 1, 3], [2]]
    assert [one.rank for one in found.odd] == [2]
    assert (found.world, found.is_whole, found.missing) == (4, True, ())


def test_no_side_is_odd_where_both_are_as_large():
    other = (python("barrier", file=C10D), python("train", line=60))
    assert job(*ranks(0, 1), process(2, other), process(3, other)).odd == ()


def test_one_rank_and_none_are_no_job():
    assert isinstance(job_of([], {}), Absent)
    assert isinstance(job_of(ranks(1), {}), Absent)
    assert isinstance(job_of([process(0), process(0, pid=9, ppid=200)], {}), Absent)


def test_of_two_jobs_the_one_with_more_ranks_counts():
    found = job(process(0, job="b"), process(1, job="b"), *ranks(0, 1, 2))
    assert [one.pid for one in found.ranks] == [200, 201, 202]


def test_a_rank_that_was_not_seen_is_missing_where_it_is_to_be_here():
    assert job(*ranks(0, 1, 3)).missing == (2,)
    assert job(*[process(one, world=8, local=None) for one in (0, 1)]).missing == ()


def test_dead_children_of_the_launcher_say_that_all_ranks_were_here():
    dead = Relative(203, LAUNCHER, "child", "python", (), "python", "Z", 3)
    launcher = MadeState.of(ProcessInfo(LAUNCHER), waiting=Waiting(relatives=(dead,)))
    found = job(launcher, *[process(one, local=None) for one in (0, 1, 2)])
    assert (found.missing, found.launcher) == ((3,), LAUNCHER)


def test_the_python_that_a_shell_has_started_is_the_rank():
    shell = process(1, (native("wait4"),), pid=50, python=Absent("no Python"))
    found = job(process(0), shell, process(1, ppid=50))
    assert [one.pid for one in found.ranks] == [200, 201]


def test_a_loaders_worker_tells_where_its_rank_is():
    loads = (python("get", file="/usr/lib/python3.11/queue.py"), python("train", line=20))
    main = process(2, loads, waits=[wait(202, "queue")])
    inside = (python("read_shard", line=5), BOOTSTRAP, *loads)
    busy = process(2, inside, pid=300, ppid=202)
    idle = process(2, (BOOTSTRAP, *loads), pid=301, ppid=202)
    one = job(*ranks(0, 1, 3), main, idle, busy).elsewhere[0]
    assert (one.pid, one.is_worker, one.doing) == (300, True, "running")
    assert one.line is not None and one.line.function == "read_shard"


def test_what_a_rank_does_elsewhere():
    assert elsewhere().doing == "running"
    assert elsewhere(state="T").doing == "stopped"
    assert elsewhere(state="D").doing == "disk"
    assert elsewhere(waits=[wait(202)]).doing == "waiting"
    assert elsewhere(waits=[wait(202, "time", timeout=True, left=2.0)]).doing == "outside"
    assert elsewhere(waits=[wait(202, "time", timeout=True, left=2 * LONG)]).doing == "sleeping"
    assert elsewhere(waits=[wait(202, "socket")]).doing == "outside"


@pytest.mark.parametrize(
    ("frame", "theirs", "known", "doing"),
    [
        (python("upload"), [], {}, "outside"),
        (PACKED, [], {}, "outside"),  # by a pool: no function of the user's runs
        (PACKED, [wait(77, "socket")], {}, "outside"),
        (PACKED, [wait(77, "process")], {}, "outside"),
        (PACKED, [wait(77, "time", timeout=True)], {}, "outside"),
        (PACKED, [wait(77, "lock")], {}, "waiting"),
        (PACKED, [wait(77, "queue", idle="worker")], {}, "waiting"),
        (PACKED, [wait(77, "event", timeout=True)], {"bystanders": (77,)}, "waiting"),
        (PACKED, [], {"apart": (77,)}, "waiting"),
        (native("BLAS"), [], {}, "waiting"),
    ],
)
def test_a_wait_that_another_thread_may_end_has_an_end(frame, theirs, known, doing):
    other = thread((frame,), tid=77, crashed=False)
    waits = [wait(202, "event", **known), *theirs]
    assert elsewhere(waits=waits, threads=[other]).doing == doing


def test_a_stopped_rank_is_in_no_call():
    found = job(*ranks(0, 1, 3), process(2, state="T"))
    assert [one.rank for one in found.elsewhere] == [2]


def test_who_moved_between_looks_does_not_stand():
    looks = {200: STANDS, 201: MOVES, 202: Standing(is_same=True, wakes=True)}
    found = job(*ranks(0, 1), process(2, waits=[wait(202)]), process(3), looks=looks.items())
    assert [one.stands for one in found.ranks] == [True, False, False, None]


def test_a_rank_that_wakes_to_look_again_stands():
    polls = process(2, waits=[wait(202, timeout=True)])
    looks = {202: Standing(is_same=True, wakes=True)}
    assert job(*ranks(0, 1), polls, looks=looks.items()).ranks[2].stands is True


def test_integers_of_the_users_frames_are_counters():
    assert job(*ranks(0, 1)).ranks[0].counters == (("train step", 3),)
