import pytest


def test_stands_still(machine):
    assert machine.speed == 0


@pytest.mark.flaky(reruns=3, reruns_delay=1)
@pytest.mark.parametrize("rpm", [300, 900, 1500])
def test_speed(spindle, rpm):
    reserved = spindle.reserve()
    assert reserved.turn(rpm) == pytest.approx(rpm, rel=0.05)
    reserved.free()


def test_stop(spindle, machine):
    machine.set_speed(0)
    assert machine.speed == 0
