"""A market day."""

import asyncio

import xoscar as xo

from actors import Farm, Mill

FARMS = ["hillside", "brook", "three oaks"]
SALES = [("brook", "rye", 5), ("hillside", "oats", 8), ("three oaks", "rye", 15), ("brook", "oats", 4)]


async def bell():
    strokes = 0
    while True:
        await asyncio.sleep(2)
        strokes += 1
        print("bell", strokes, flush=True)


class Market:
    def __init__(self, address):
        self.address = address
        self.farms = {}

    async def open(self):
        places = {name: (self.address, name) for name in FARMS}
        await xo.create_actor(Mill, places, address=self.address, uid="mill")
        for name in FARMS:
            self.farms[name] = await xo.create_actor(
                Farm, name, (self.address, "mill"), address=self.address, uid=name
            )

    async def sell(self, name, kind, amount):
        price = await self.farms[name].sell(kind, amount)
        print(name, kind, amount, "for", price, flush=True)

    async def close(self):
        for name in FARMS:
            print(*await self.farms[name].visit(), flush=True)


async def main():
    pool = await xo.create_actor_pool("127.0.0.1", n_process=0)
    ringer = asyncio.create_task(bell())
    async with pool:
        market = Market(pool.external_address)
        await market.open()
        for name, kind, amount in SALES:
            await market.sell(name, kind, amount)
        await market.close()
    ringer.cancel()


if __name__ == "__main__":
    asyncio.run(main())
