# healthy:
import asyncio


class Turn:
    """A lock whose owner may come in again."""

    def __init__(self):
        self.free = asyncio.Lock()
        self.owner = None

    async def __aenter__(self):
        if self.owner is not asyncio.current_task():
            await self.free.acquire()
            self.owner = asyncio.current_task()

    async def __aexit__(self, *error):
        if self.owner is asyncio.current_task():
            self.owner = None
            self.free.release()


class Shelf:
    def __init__(self):
        self.turn = Turn()
        self.books = 0

    async def add(self):
        async with self.turn:
            await asyncio.sleep(60)
            self.books += 1


async def tell(shelf):
    while True:
        await asyncio.sleep(0.2)
        print(shelf.books, "books", flush=True)


async def main():
    shelf = Shelf()
    told = asyncio.create_task(tell(shelf))
    print("READY", flush=True)
    await asyncio.gather(*[shelf.add() for _ in range(3)])
    told.cancel()


asyncio.run(main())
