import itertools

import trio
from watch import Watch, guard


def thermometer(*degrees):
    readings = itertools.chain(degrees, itertools.repeat(degrees[-1]))

    async def read():
        await trio.lowlevel.checkpoint()
        return next(readings)

    return read


class Bell:
    def __init__(self):
        self.rung = []

    async def __call__(self, degrees):
        self.rung.append(degrees)


async def test_first_reading(clock):
    watch = Watch(thermometer(4, 3))
    await watch.look()
    assert watch.read == [4]


async def test_already_cold(clock):
    watch, bell = Watch(thermometer(-1), patience=1), Bell()
    await guard(watch, bell)
    assert bell.rung == [-1]


async def test_night(clock):
    watch, bell = Watch(thermometer(2, 0, -1, -2, -4)), Bell()
    await guard(watch, bell)
    assert bell.rung == [-4]
    assert trio.current_time() >= 120
