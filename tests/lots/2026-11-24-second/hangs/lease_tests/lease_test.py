import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from fakes import clock, heartbeat, leases  # noqa: F401


def test_a_free_name_is_taken_at_once(leases, clock):
    leases.take("printer", "ada")
    assert clock.slept == 0


def test_the_owner_renews(leases, clock):
    leases.take("printer", "ada")
    clock.time += 10
    leases.take("printer", "ada")
    assert clock.slept == 0


@pytest.mark.parametrize("late", [31, 60])
def test_a_lease_runs_out(leases, clock, late):
    leases.take("printer", "ada")
    clock.time += late
    leases.take("printer", "ben")
    assert clock.slept == 0


def test_others_wait(leases, clock):
    leases.take("printer", "ada")
    leases.take("printer", "ben")  # <-- here
    assert clock.slept == 1
