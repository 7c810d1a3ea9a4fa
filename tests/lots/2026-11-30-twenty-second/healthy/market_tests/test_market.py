import asyncio

import pytest

from market import Market


@pytest.fixture(params=[6, 11])
async def client(aiohttp_client, request):
    return await aiohttp_client(Market(request.param).app())


async def ask(client, path):
    async with client.get(path) as answer:
        assert answer.status == 200
        return await answer.json()


async def test_three_want_bread(client):
    answers = await asyncio.gather(*(ask(client, "/bread") for _ in range(3)))
    assert sorted(answer["left"] for answer in answers) == [3, 4, 5]


async def test_bread_runs_out(client):
    answers = await asyncio.gather(*(ask(client, "/bread") for _ in range(8)))
    assert len(answers) == 8


async def test_queue_at_the_scales(client):
    answers = await asyncio.gather(*(ask(client, f"/weigh?kilos={kilos}") for kilos in (4, 5, 6)))
    assert all(answer["weighed"] for answer in answers)


class TestEvening:
    async def test_last_loaf(self, client):
        for _ in range(7):
            last = await ask(client, "/bread")
        assert last["left"] == 5
