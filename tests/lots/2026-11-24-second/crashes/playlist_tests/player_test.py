import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from player import Player


@pytest.fixture
def player():
    player = Player()
    for track in ("Morning", "Noon", "Evening"):
        player.add(track)
    yield player
    player.close()


@pytest.mark.parametrize("steps, track", [(0, "Morning"), (1, "Noon"), (2, "Evening")])
def test_skip(player, steps, track):
    player.skip(steps)
    assert player.current == track


def test_remove_another_track(player):
    player.remove(2)
    assert player.current == "Morning"


def test_remove_what_plays(player):
    player.skip(2)
    player.remove(2)
    assert player.current == "Noon"  # <-- here
