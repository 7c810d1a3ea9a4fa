"""The journal of launches, with memory of the CPU in the place of a device's."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.newest

from atfault_probe.torch_guard.table import Demand  # noqa: E402
from atfault_probe.torch_guard.torch import SLOTS, UNREACHED, Launches  # noqa: E402
from atfault_probe.torch_guard.values import Device, Host, Provenance  # noqa: E402

PLACE = ["/home/me/train.py", 5, "train"]


@pytest.fixture
def launches() -> Launches:
    return Launches(pinned=False)


def ids(*values: int, exempt: int | None = None) -> Demand:
    return Demand("indices", torch.tensor(values), 0, 4, "weight", torch.empty(5, 2), 0, exempt)


def test_the_newest_launch_that_breaks_its_range_is_the_culprit(launches):
    launches.note(ids(7, 1), "embedding", ["old.py", 1, "f"])
    launches.note(ids(0, 9), "embedding", PLACE)
    launches.note(ids(0, 4), "embedding", ["new.py", 1, "f"])
    found = launches.culprit()
    assert found is not None and found["forward"] == PLACE
    assert (found["seen"], found["low"], found["high"]) == ([0, 9], 0, 4)


def test_none_is_guilty_where_all_is_legal(launches):
    launches.note(ids(0, 4), "embedding", PLACE)
    launches.note(ids(0, -100, exempt=-100), "nll_loss", PLACE)
    assert launches.culprit() is None


def test_what_was_not_reached_is_not_judged(launches):
    launches.note(ids(0, 9), "embedding", PLACE)
    launches.note(ids(0, 9), "embedding", ["new.py", 1, "f"])
    launches._memory[2 * 2] = launches._memory[2 * 2 + 1] = UNREACHED
    found = launches.culprit()
    assert found is not None and found["forward"] == PLACE


def test_the_ring_forgets_the_oldest(launches):
    launches.note(ids(9), "embedding", PLACE)
    for _ in range(SLOTS):
        launches.note(ids(1), "embedding", PLACE)
    assert launches.culprit() is None


def test_nothing_is_allocated_before_the_first_launch(launches):
    assert launches._slots is None and launches.culprit() is None


def test_what_is_not_known_of_a_device_is_noted_and_not_waited_for():
    noted = []
    host = Host()
    device = Device(host, Provenance(host), False, noted.append)
    demand = Demand("indices", torch.empty(2, dtype=torch.int64, device="meta"), 0, 4)
    assert device.broken(demand) is None and noted == [demand]
    strict = Device(host, Provenance(host), True, noted.append)
    assert strict.broken(demand) is None and len(noted) == 1
