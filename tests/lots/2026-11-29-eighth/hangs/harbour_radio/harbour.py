"""The harbour's master asks ships, by radio, when they will arrive."""

import asyncio
import contextlib

import log_book
import radio


class Master:
    def __init__(self, link):
        self.link = link
        self.log = log_book.LogBook()
        self.log.start()
        self.book = {}

    async def arrival(self, ship):
        self.log.note(f"{ship} is asked")
        self.book[ship] = await self.link.ask(ship, "when?")
        return self.book[ship]

    async def day(self, ships):
        for ship in ships:
            print(await self.arrival(ship), flush=True)


@contextlib.asynccontextmanager
async def on_air():
    link = radio.Radio(asyncio.get_running_loop())
    link.start()
    yield link
    print(link.received, "answers", flush=True)


async def main():
    async with on_air() as link:
        await Master(link).day(["Aurora", "Belle", "Condor"])


if __name__ == "__main__":
    asyncio.run(main())
