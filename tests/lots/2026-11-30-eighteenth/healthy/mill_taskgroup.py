import asyncio


class Mill:
    def __init__(self):
        self.stone = asyncio.Lock()
        self.sacks = 0

    async def grind(self, name):
        while self.sacks < 500:
            try:
                async with asyncio.timeout(30):
                    await self.stone.acquire()
            except TimeoutError:
                print(name, "goes for a walk", flush=True)
                continue
            try:
                await asyncio.sleep(9)
                self.sacks += 1
                print(name, self.sacks, flush=True)
            finally:
                self.stone.release()


async def main():
    mill = Mill()
    async with asyncio.TaskGroup() as group:
        for name in ("Max", "Moritz", "Hans", "Eva", "Lina"):
            group.create_task(mill.grind(name), name=name)


if __name__ == "__main__":
    asyncio.run(main())
