import asyncio
import sys

from book import Book


class Stage:
    def __init__(self, path):
        self.book = Book(path)
        self.lights = 0
        self.log = []
        self.write()

    def write(self):
        book = self.book

        @book.cue("house to half")
        def half(number):
            self.lights = 50

        @book.cue("curtain")
        def curtain(number):
            self.log.append("curtain")

        @book.cue("thunder, far away, then storm")
        def thunder(number):
            self.log.append("thunder")

        @book.cue("blackout")
        def blackout(number):
            self.lights = 0

    async def play(self, pause):
        for number in range(1, len(self.book) + 1):
            await asyncio.sleep(pause)
            print(number, self.book.title(number)[:20], flush=True)
            self.book.go(number)


async def clock(stage):
    while True:
        await asyncio.sleep(0.03)
        stage.log.append(stage.lights)


async def main():
    stage = Stage(sys.argv[1])
    ticking = asyncio.create_task(clock(stage), name="clock")
    await stage.play(0.1)
    ticking.cancel()
    print(len(stage.log), "entries")


if __name__ == "__main__":
    asyncio.run(main())
