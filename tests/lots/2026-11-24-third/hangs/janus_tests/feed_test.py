import asyncio
import threading
import time

import pytest

from feed import Feed


@pytest.fixture
def background():
    stop = threading.Event()

    def tick():
        while not stop.wait(0.5):
            pass

    ticker = threading.Thread(target=tick, name="ticker", daemon=True)
    ticker.start()
    yield ticker
    stop.set()


async def from_thread():
    async with Feed().opened() as feed:
        consumer = asyncio.create_task(feed.consume(6))
        await asyncio.to_thread(lambda: [feed.publish(f"line {n}") for n in range(6)])
        await consumer
        return feed.seen


async def from_task(lines):
    async with Feed().opened() as feed:
        consumer = asyncio.create_task(feed.consume(lines))
        for number in range(lines):
            feed.publish(f"line {number}")
        await asyncio.wait_for(consumer, 5)
        return feed.seen


def test_thread_side(background):
    assert len(asyncio.run(from_thread())) == 6


@pytest.mark.parametrize("lines", [2, 4, 6])
def test_task_side(background, lines):
    started = time.monotonic()
    assert len(asyncio.run(from_task(lines))) == lines
    assert time.monotonic() - started < 5
