import time

import pytest


@pytest.mark.parametrize("motor", [120, 180, 240], indirect=True)
def test_speed(motor):
    before = motor.speed
    time.sleep(6)
    assert motor.speed == before


@pytest.mark.parametrize("motor", [90], indirect=True)
def test_stays_ours(motor):
    assert motor.lock.acquire(blocking=False)
    time.sleep(12)
    motor.lock.release()
