"""An auction on uvloop: bidders take turns, and each thinks for a while, in a thread."""

import asyncio
import time

import uvloop


class Auction:
    def __init__(self, bidders):
        self.turns = [asyncio.Event() for _ in range(bidders)]
        self.price = 100

    def think(self, bidder):
        time.sleep(4)
        return self.price + 5 + bidder

    async def bid(self, bidder):
        while True:
            await self.turns[bidder].wait()
            self.turns[bidder].clear()
            self.price = await asyncio.to_thread(self.think, bidder)
            print("bidder", bidder, "offers", self.price, flush=True)
            self.turns[(bidder + 1) % len(self.turns)].set()


async def main():
    auction = Auction(5)
    auction.turns[0].set()
    async with asyncio.TaskGroup() as group:
        for bidder in range(5):
            group.create_task(auction.bid(bidder), name=f"bidder-{bidder}")


if __name__ == "__main__":
    uvloop.run(main())
