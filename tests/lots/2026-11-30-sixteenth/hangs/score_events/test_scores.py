import json

import httpx
import pytest

from scores import app


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def client():
    transport = httpx.ASGITransport(app=app())
    async with httpx.AsyncClient(transport=transport, base_url="http://scores", timeout=10) as client:
        yield client


@pytest.mark.anyio
async def test_points_add_up(client):
    await client.post("/score", json={"team": "north", "points": 2})
    answer = await client.post("/score", json={"team": "north", "points": 3})
    assert answer.json() == {"north": 5}


@pytest.mark.anyio
async def test_followers_are_told(client):
    seen = []
    async with client.stream("GET", "/events") as response:
        async for line in response.aiter_lines():
            if line == "event: hello":
                await client.post("/score", json={"team": "south", "points": 1})
            elif line.startswith("data: {\""):
                seen.append(json.loads(line[6:]))
                await client.post("/whistle")
    assert seen == [{"team": "south", "points": 1}]


@pytest.mark.anyio
async def test_whistle(client):
    assert (await client.post("/whistle")).json() == {"over": True}
