"""Auctions: bidders wait for their turn, and a clock ends each lot."""

import asyncio
import dataclasses
import itertools
import logging
import random

log = logging.getLogger("auction")


@dataclasses.dataclass
class Lot:
    number: int
    price: int = 10
    leader: str = ""
    sold: bool = False


class Auction:
    def __init__(self, bidders, patience):
        self.patience = patience
        self.lot = None
        self.change = asyncio.Condition()
        self.bidders = bidders
        self.wins = dict.fromkeys(bidders, 0)

    async def bid(self, name, limit):
        """Bids for one lot after the other, as long as the price is right."""
        chance = random.Random(name)
        seen = 0
        while True:
            async with self.change:
                await self.change.wait_for(lambda: self.lot and self.lot.number > seen)
                seen = self.lot.number
            while not self.lot.sold and self.lot.price < limit:
                await asyncio.sleep(chance.uniform(0.5, 4))
                async with self.change:
                    if self.lot.leader != name and not self.lot.sold:
                        self.lot.price += chance.randrange(1, 5)
                        self.lot.leader = name
                        self.change.notify_all()
                    elif not self.lot.sold:
                        await self.change.wait()

    async def run(self):
        for number in itertools.count(1):
            async with self.change:
                self.lot = Lot(number)
                self.change.notify_all()
            while True:
                leader = self.lot.leader
                async with self.change:
                    try:
                        await asyncio.wait_for(self.change.wait(), self.patience)
                    except TimeoutError:
                        if self.lot.leader == leader:
                            break
            self.lot.sold = True
            async with self.change:
                self.change.notify_all()
            self.wins[self.lot.leader] = self.wins.get(self.lot.leader, 0) + 1
            log.info("lot %d: %s for %d", number, self.lot.leader or "nobody", self.lot.price)


async def main():
    auction = Auction(["ada", "ben", "eve"], patience=6)
    async with asyncio.TaskGroup() as group:
        for name, limit in zip(auction.bidders, (40, 55, 70)):
            group.create_task(auction.bid(name, limit), name=name)
        group.create_task(auction.run(), name="auctioneer")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
