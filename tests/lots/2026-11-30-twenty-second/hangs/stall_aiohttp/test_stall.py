import asyncio


async def buy(client, what, grams):
    async with client.post("/orders", json={"what": what, "grams": grams}) as answer:
        return (await answer.json())["price"]


async def test_apples(client):
    assert await buy(client, "apples", 1000) == 3.2


async def test_two_at_once(client, visitors):
    prices = await asyncio.gather(buy(client, "apples", 500), buy(client, "pears", 1000))
    assert prices == [1.6, 3.9]


async def test_heavy_load(client, visitors):
    assert await buy(client, "pumpkins", 12_000) == 18.0
    async with client.post("/evening") as answer:
        assert (await answer.json())["gave_up"] == 1
