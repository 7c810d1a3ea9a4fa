"""Rooms of an auction: what is up, who bids, who has it."""

import dataclasses
import threading


@dataclasses.dataclass
class Lot:
    name: str
    reserve: int
    bids: list = dataclasses.field(default_factory=list)

    def best(self):
        return max(self.bids, default=(0, None), key=lambda bid: bid[0])


class Room:
    def __init__(self, lots):
        self.lots = {lot.name: lot for lot in lots}
        self.lock = threading.Lock()

    def bid(self, name, amount, bidder):
        with self.lock:
            lot = self.lots[name]
            if amount <= lot.best()[0]:
                return False
            lot.bids.append((amount, bidder))
            return True

    def over_reserve(self, name):
        with self.lock:
            lot = self.lots[name]
            return lot.best()[0] >= lot.reserve
