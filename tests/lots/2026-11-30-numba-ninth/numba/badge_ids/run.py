"""Doors of a fair, and who came through them."""

import numpy as np
from lookup import Badges

ACCOUNT = 76_561_197_960_265_728


class Fair:
    def __init__(self, visitors, seed):
        self.rng = np.random.default_rng(seed)
        codes = self.rng.permutation(100_000)[:visitors]
        owners = ACCOUNT + np.arange(visitors) * 3 + 1
        self.paid = set(owners.tolist())
        self.codes = codes
        self.badges = Badges(codes, owners)

    def door(self, count):
        seen = np.concatenate([self.rng.choice(self.codes, count), self.rng.integers(100_000, 110_000, 3)])
        owners = self.badges.owners_at(seen)
        let_in = sum(owner in self.paid for owner in owners.tolist())
        return len(seen), let_in, int((owners == -1).sum())


def main():
    fair = Fair(5000, 8)
    for door in ("north", "hall 3", "station"):
        seen, let_in, unknown = fair.door(200)
        print(f"{door:8} seen {seen} let in {let_in} unknown {unknown}")


if __name__ == "__main__":
    main()
