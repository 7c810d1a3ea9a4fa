import asyncio

import pytest

from stall import Stall


@pytest.fixture
def stall():
    return Stall()


@pytest.fixture
async def visitors():
    """People who walk by while the tests run."""
    seen = []

    async def stroll():
        while True:
            await asyncio.sleep(0.3)
            seen.append(len(seen))

    task = asyncio.create_task(stroll())
    yield seen
    task.cancel()


@pytest.fixture
async def client(aiohttp_client, stall):
    return await aiohttp_client(stall.app())
