"""Signs of a station show what the trains' tasks tell them."""

import asyncio
import sys

sys.path.insert(0, ".")
import sign


class Platform:
    def __init__(self, number):
        self.number = number
        self.trains = asyncio.Queue()

    async def show(self):
        while True:
            train = await self.trains.get()
            await asyncio.sleep(0.01)
            sign.lib.sign_set(self.number, train.encode())
            print(self.number, sign.ffi.string(sign.lib.sign_text(self.number)), flush=True)


async def main():
    platforms = [Platform(number) for number in range(3)]
    tasks = [asyncio.create_task(platform.show()) for platform in platforms]
    for platform, train in zip(platforms, ["Ulm 9:12", "Jena 9:30", "Gera 9:31"]):
        await platform.trains.put(train)
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main())
