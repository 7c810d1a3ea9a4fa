"""Stalls that follow the board's prices until the market closes."""

import asyncio
import random

from market import Board


class Stall:
    def __init__(self, name, board, minutes):
        self.name = name
        self.board = board
        self.minutes = minutes
        self.prices = {}

    async def work(self, opened):
        channel = await self.board.open_stall(self.name)
        opened.set()
        while True:
            message = await self.board.hear(channel)
            if message["type"] == "close":
                return len(self.prices)
            self.prices[message["fruit"]] = message["price"]
            await asyncio.sleep(self.minutes)


async def bell():
    while True:
        await asyncio.sleep(0.4)


async def day(board, prices, stalls):
    tasks = []
    for stall in stalls:
        opened = asyncio.Event()
        tasks.append(asyncio.create_task(stall.work(opened), name=stall.name))
        await opened.wait()
    rng = random.Random(3)
    for number in range(prices):
        await board.price(rng.choice(["plums", "figs", "pears"]), number)
    await board.close()
    return await asyncio.gather(*tasks)


async def main():
    ringing = asyncio.create_task(bell())
    board = Board(capacity=20)
    print("monday", await day(board, 10, [Stall("anna", board, 0.01)]), flush=True)
    print("tuesday", await day(board, 60, [Stall("bert", board, 0.01), Stall("carl", board, 0.05)]), flush=True)
    ringing.cancel()


if __name__ == "__main__":
    asyncio.run(main())
