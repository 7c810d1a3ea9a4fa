"""Draws a curve with the arm, and shows where it is."""

import asyncio
import math

import janus
from robot import Driver


class Plotter:
    def __init__(self):
        self.moves = janus.Queue(maxsize=8)
        self.done = janus.Queue(maxsize=8)
        self.driver = Driver(self.moves.sync_q, self.done.sync_q)
        self.drawn = 0

    async def follow(self):
        while True:
            _, x, y = await self.done.async_q.get()
            self.drawn += 1
            if self.drawn % 10 == 0:
                print(f"{self.drawn} points, at {x:.1f}, {y:.1f}", flush=True)

    def line_to(self, x, y):
        self.moves.sync_q.put((x, y))

    async def curve(self, points):
        for number in range(points):
            angle = number * math.tau / points
            self.line_to(100 * math.cos(angle), 60 * math.sin(2 * angle))
            if number % 25 == 24:
                await asyncio.sleep(0)

    async def close(self):
        await self.moves.aclose()
        await self.done.aclose()


async def main():
    plotter = Plotter()
    plotter.driver.start()
    follower = asyncio.create_task(plotter.follow(), name="follow")
    await plotter.curve(400)
    follower.cancel()
    await plotter.close()
    print("drawn")


if __name__ == "__main__":
    asyncio.run(main())
