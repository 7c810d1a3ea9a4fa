"""Tests of a canal's locks with pytest-trio; each boat takes ten seconds."""

import pytest
import trio


class Lock:
    def __init__(self):
        self.chamber = trio.CapacityLimiter(1)
        self.passed = []

    async def take(self, boat):
        async with self.chamber:
            await trio.sleep(10)
            self.passed.append(boat)


@pytest.mark.parametrize("boats", [3, 4, 5])
async def test_all_boats_pass(boats):
    lock = Lock()
    async with trio.open_nursery() as nursery:
        for boat in range(boats):
            nursery.start_soon(lock.take, boat)
    assert sorted(lock.passed) == list(range(boats))
