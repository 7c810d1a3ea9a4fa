"""Tests of the counts, with pytest-trio."""

import pytest
import trio

from counts import Table, Watcher, morning


@pytest.fixture
async def clock(nursery):
    ticks = []

    async def tick():
        while True:
            await trio.sleep(0.5)
            ticks.append(trio.current_time())

    nursery.start_soon(tick)
    return ticks


async def test_table():
    table = Table()
    send, receive = trio.open_memory_channel(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.take, receive)
        async with send:
            await send.send(("heron", 2))
    assert table.counts == {"heron": 2}


async def test_morning(clock):
    watchers = [Watcher("Iris", [("heron", 1), ("coot", 4)]), Watcher("Paul", [("coot", 3)])]
    assert await morning(watchers) == {"heron": 1, "coot": 7}
