import asyncio
import json

from bakery import Bakery


PRICES = {"rye": 4, "oat": 5, "white": 3}


class Shop:
    def __init__(self):
        self.bakery = Bakery()
        self.open = 0

    async def serve(self, reader, writer):
        try:
            while line := await reader.readline():
                self.open += 1
                answer = await self.answer(json.loads(line))
                self.open -= 1
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        finally:
            writer.close()

    async def answer(self, question):
        match question:
            case {"ask": "hours"}:
                return {"hours": "6-18"}
            case {"ask": "price", "loaves": loaves}:
                return {"price": sum(PRICES.get(loaf, 3) for loaf in loaves)}
            case {"ask": "bake", "loaves": loaves}:
                number, baked = await self.bakery.order(loaves)
                return {"order": number, "baked": baked}
            case _:
                return {"error": "what?"}

    async def bell(self):
        while True:
            await asyncio.sleep(2.5)
            print("orders in work:", self.open, flush=True)


async def customer(port, questions):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for question in questions:
        writer.write(json.dumps(question).encode() + b"\n")
        await writer.drain()
        print(json.loads(await reader.readline()), flush=True)
    writer.close()


async def main():
    shop = Shop()
    server = await asyncio.start_server(shop.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    bell = asyncio.create_task(shop.bell())
    async with server:
        loaves = ["rye", "oat", "rye"]
        await customer(
            port,
            [
                {"ask": "hours"},
                {"ask": "price", "loaves": loaves},
                {"ask": "bake", "loaves": loaves},
            ],
        )
    bell.cancel()


asyncio.run(main())
