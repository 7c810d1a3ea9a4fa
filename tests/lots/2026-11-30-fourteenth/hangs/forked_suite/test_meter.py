import time

from meter import Meter


def test_fresh():
    meter = Meter()
    time.sleep(0.01)
    meter.close()


def test_range(shared_meter):
    assert -1 <= shared_meter.last() <= 1


def test_moves(shared_meter):
    before = shared_meter.last()
    time.sleep(0.2)
    assert shared_meter.last() != before
