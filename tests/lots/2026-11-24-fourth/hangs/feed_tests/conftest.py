import itertools

import pytest
from feed import Feed


@pytest.fixture(scope="session")
async def feed():
    feed = Feed(f"news {number}" for number in itertools.count())
    await feed.start()
    yield feed
    await feed.stop()


@pytest.fixture
def source():
    return iter(["a", "b", "c"])
