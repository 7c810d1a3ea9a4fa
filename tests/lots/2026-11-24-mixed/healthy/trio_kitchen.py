import time

import trio


class Kitchen:
    def __init__(self, stoves):
        self.stoves = trio.CapacityLimiter(stoves)
        self.served = 0

    def cook(self, seconds):
        time.sleep(seconds)

    async def order(self, seconds):
        await trio.to_thread.run_sync(self.cook, seconds, limiter=self.stoves)
        self.served += 1


async def main():
    kitchen = Kitchen(2)
    async with trio.open_nursery() as nursery:
        for number in range(60):
            nursery.start_soon(kitchen.order, 3 + number % 3)
    print(kitchen.served, "served")


trio.run(main)
