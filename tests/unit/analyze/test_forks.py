"""Whose parent is looked at as well."""

from __future__ import annotations

import os

import pytest

from atfault.analyze.live import _forked_from, _forks
from atfault.model.family import Relative
from atfault.model.process import ProcessInfo
from support.hang_states import hang, resource, wait

SAME = Relative(os.getpid(), 1, "parent", "", ("a title",), "title", "S")


def made(forked: bool | None):
    return hang([])._replace(process=ProcessInfo(os.getpid(), 1, forked=forked))


def test_the_forker_is_known_whatever_title_the_process_has():
    assert _forks(SAME, made(True))


def test_a_process_of_its_own_or_of_another_program_was_not_forked_by_it():
    assert not _forks(SAME, made(False))
    assert not _forks(SAME, made(None))
    assert not _forks(SAME._replace(pid=0), made(True))


@pytest.mark.parametrize(
    ("kind", "shared", "more", "is_looked_at"),
    [
        ("lock", None, {}, True),
        ("queue", None, {}, True),
        ("future", None, {}, True),
        ("queue", "semaphore", {}, False),
        ("queue", None, {"timeout": True}, False),
        ("queue", None, {"idle": "worker"}, False),
        ("socket", None, {}, False),
    ],
)
def test_the_parent_is_looked_at_for_what_a_thread_of_it_would_have_ended(
    kind, shared, more, is_looked_at
):
    waiting = wait(os.getpid(), resource(kind, "it", shared=shared), **more)
    state = hang([], [waiting], relatives=(SAME,))
    state = state._replace(process=ProcessInfo(os.getpid(), 1, forked=True))
    assert (_forked_from(state) == SAME.pid) is is_looked_at
