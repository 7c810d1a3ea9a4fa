"""Bids that arrived by letter and by telephone, merged in the order of their arrival."""

import numpy as np
from numba import njit

LETTER = np.dtype([("time", np.int64), ("lot", np.int32), ("cents", np.int64)])
CALL = np.dtype([("time", np.int64), ("lot", np.int32), ("cents", np.int64), ("line", np.int8)])


@njit
def is_higher(bid, highest):
    return bid > highest


@njit
def winners(letters, calls, lots):
    highest = np.zeros(lots, np.int64)
    letter = call = 0
    while letter < letters.size or call < calls.size:
        if call == calls.size or (
            letter < letters.size and letters[letter].time <= calls[call].time
        ):
            bid = letters[letter]
            letter += 1
        else:
            bid = calls[call]
            call += 1
        if is_higher(bid.cents, highest[bid.lot]):
            highest[bid.lot] = bid.cents
    return highest


@njit
def rivals(bids, lots):
    """How many different amounts were bid on each lot."""
    count = np.zeros(lots, np.int64)
    last = np.full(lots, -1)
    for at in range(bids.size):
        if bids[at].cents != last[bids[at].lot]:
            count[bids[at].lot] += 1
            last[bids[at].lot] = bids[at].cents
    return count


class Auction:
    def __init__(self, lots, seed):
        self.lots = lots
        self.rng = np.random.default_rng(seed)

    def bids(self, kind, count):
        bids = np.zeros(count, kind)
        bids["time"] = np.sort(self.rng.integers(0, 86_400, count))
        bids["lot"] = self.rng.integers(0, self.lots, count)
        bids["cents"] = self.rng.integers(10, 900, count) * 100
        return bids


def main():
    auction = Auction(40, 21)
    letters, calls = auction.bids(LETTER, 300), auction.bids(CALL, 200)
    print("rivals by letter:", rivals(letters, auction.lots).max())
    highest = winners(letters, calls, auction.lots)
    print("sold for", highest.sum() / 100)


if __name__ == "__main__":
    main()
