"""Jobs of ranks, made by hand: `job(*[in_call(n) for n in range(3)], elsewhere(3))`."""

from __future__ import annotations

from atfault.model.case import Case
from atfault.model.job import Call, Job, RankPlace
from atfault.model.places import Place
from atfault.model.process import ProcessInfo
from support.states import MadeState

TRAIN = "/home/ada/train.py"


def call(operation="all_reduce", kind="collective", **details):
    return Call("torch", operation, kind, tuple(sorted(details.items())))


def in_call(number, made=None, *, line=27, function="train", **more):
    """A rank in communication."""
    made = call() if made is None else made
    where = Place(TRAIN, line, function, 0, True)
    known = {"stands": True, **more}
    return RankPlace(number, 200 + number, 200 + number, made, where, (where,), "waiting", **known)


def elsewhere(number, doing="waiting", *, line=14, function="save", **more):
    """A rank that is in no call."""
    where = Place(TRAIN, line, function, 0, True)
    known = {"stands": True, **more}
    return RankPlace(number, 200 + number, 200 + number, None, where, (where,), doing, **known)


def job(*ranks, world=0, **more):
    return Job(world or len(ranks), ranks, **more)


def case_of_job(made, *family, **more):
    """Its launcher, which waits for the ranks."""
    launcher = MadeState.of(ProcessInfo(100, 1, "/usr/bin/python3", ("torchrun",)), **more)
    return Case(launcher, family, job=made)
