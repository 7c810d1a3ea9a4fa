"""A forecast for three towns."""

import asyncio

from client import Client
from station import Station


async def heartbeat():
    while True:
        await asyncio.sleep(0.7)


async def main():
    beating = asyncio.create_task(heartbeat())
    async with Station() as station:
        client = Client()
        await client.connect(station.port)
        for town, weather in await asyncio.gather(*map(client.weather, ("Brig", "Chur", "Sion"))):
            print(town, weather, flush=True)
        await client.close()
    beating.cancel()


if __name__ == "__main__":
    asyncio.run(main())
