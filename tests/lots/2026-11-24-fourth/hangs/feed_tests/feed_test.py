import asyncio

from feed import Feed


async def test_own_feed(source):
    own = Feed(source, 0.01)
    await own.start()
    assert await own.ready(3) == ["a", "b", "c"]
    await own.stop()


async def test_ends_with_its_source(source):
    own = Feed(source, 0)
    await own.start()
    await asyncio.wait_for(own.task, 5)
    assert list(own.entries) == ["a", "b", "c"]


async def test_shared_feed(feed):
    assert await feed.ready(2) == ["news 0", "news 1"]
