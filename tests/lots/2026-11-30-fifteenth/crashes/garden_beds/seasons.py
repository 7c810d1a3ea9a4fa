"""Plans the beds of gardens, season after season, and keeps the best plan."""

import gc
import random
import sys

from beds import Garden, Plant

SORTS = ["leek", "beans", "chard", "kale", "beet", "squash"]


class Plan:
    def __init__(self, seed, beds=40):
        chance = random.Random(seed)
        self.garden = Garden(f"plan {seed}", beds)
        for _ in range(beds):
            Plant(self.garden, chance.choice(SORTS))

    def score(self):
        sorts = [plant.sort for plant in self.garden.plants]
        return sum(one != two for one, two in zip(sorts, sorts[1:]))


class Season:
    def __init__(self, name, tries=30):
        self.name = name
        self.tries = tries

    def best(self):
        best = None
        for seed in range(self.tries):
            plan = Plan(f"{self.name}{seed}")
            if best is None or plan.score() > best.score():
                best = plan
        return best


def main():
    for name in ("spring", "summer", "autumn"):
        best = Season(name).best()
        print(name, best.garden.name, best.score(), flush=True)
        gc.collect()
    return 0


if __name__ == "__main__":
    sys.exit(main())
