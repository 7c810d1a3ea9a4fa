import asyncio
import random
import signal

from book import Book, Disk, plain


class Picker:
    def __init__(self, name, book, trees):
        self.name = name
        self.book = book
        self.trees = trees

    @plain
    def pick(self):
        number = 0
        for tree, kilos in self.trees:
            number = self.book.enter(tree, kilos)
        return f"{self.name} is done, entry {number}"


class Orchard:
    def __init__(self, pickers, trees, seconds):
        rng = random.Random(2)
        self.book = Book(Disk(seconds))
        self.pickers = [
            Picker(name, self.book, [(f"{name}{tree}", rng.randrange(20, 60)) for tree in range(trees)])
            for name in pickers
        ]
        self.rain = asyncio.Event()

    async def shelter(self):
        await self.rain.wait()
        print("it rains; kilos so far:", self.book.kilos, flush=True)

    async def birds(self):
        while True:
            await asyncio.sleep(2)

    async def season(self):
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self.rain.set)
        beside = [loop.create_task(self.shelter()), loop.create_task(self.birds())]
        picking = [loop.create_task(picker.pick()) for picker in self.pickers]
        for done in asyncio.as_completed(picking):
            print(await done, flush=True)
        for task in beside:
            task.cancel()
        return self.book.kilos


async def main():
    print(await Orchard(["Ida", "Per", "Jan"], trees=5, seconds=6).season(), "kg")


if __name__ == "__main__":
    asyncio.run(main())
