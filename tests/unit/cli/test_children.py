"""The deaths that processes of one run tell each other of."""

from __future__ import annotations

import os

from atfault.cli.children import note_death, note_hang, noted_deaths, noted_ending, noted_hang


def test_what_one_process_notes_the_others_read():
    box = os.memfd_create("told")
    assert noted_deaths(box) == ()
    child = os.fork()
    if not child:
        note_death(box, 4711, 11, 12)
        os._exit(0)
    os.waitpid(child, 0)
    note_death(box, 4712, None, None)
    assert noted_deaths(box) == ((4711, 11, 12), (4712, None, 0))
    assert noted_deaths(box) == noted_deaths(box)
    os.close(box)


def test_more_than_can_be_read_is_left_out():
    box = os.memfd_create("told")
    for pid in range(1, 3000):
        note_death(box, pid, 11, pid)
    found = noted_deaths(box)
    assert 1000 < len(found) < 3000
    assert found[-1].pid == len(found)
    os.close(box)


def test_a_hang_is_noted_and_is_no_death():
    box = os.memfd_create("told")
    assert not noted_hang(box)
    note_death(box, 4711, 11, 12)
    assert not noted_hang(box)
    note_hang(box)
    assert noted_hang(box)
    assert not noted_ending(box)
    note_hang(box, is_to_end=True)
    assert noted_ending(box)
    assert noted_deaths(box) == ((4711, 11, 12),)
    os.close(box)
