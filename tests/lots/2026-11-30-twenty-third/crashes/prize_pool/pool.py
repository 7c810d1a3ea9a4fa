"""Shares of a lottery's pot, in cents, for each group of players."""
import concurrent.futures
import ctypes
import sys

POTS = [1_200_000, 4_800_000, 19_500_000, 24_000_000]
GROUPS = {"post office": 40, "bakers": 12, "night shift": 7}


class Lottery:
    def __init__(self, path, sold):
        self.library = ctypes.CDLL(path)
        self.sold = sold

    def shares(self, pot):
        return {name: self.library.prize_share(pot, tickets, self.sold) for name, tickets in GROUPS.items()}


def main():
    lottery = Lottery(sys.argv[1], 90_000)
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="draw") as pool:
        for pot, shares in zip(POTS, pool.map(lottery.shares, POTS)):
            print(pot, shares, flush=True)


if __name__ == "__main__":
    main()
