import concurrent.futures
import dataclasses

import numpy as np

from grid import relax


@dataclasses.dataclass
class Map:
    height: int
    width: int
    terrain: np.ndarray

    @classmethod
    def random(cls, height, width, seed):
        chance = np.random.default_rng(seed)
        return cls(height, width, chance.uniform(1, 9, height * width).astype(np.float32))

    def inner(self):
        """The cells that have four neighbours, row by row."""
        cells = np.arange(self.height * self.width).reshape(self.height, self.width)
        return cells[1:-1, 1:-1].ravel()


class Planner:
    def __init__(self, area):
        self.area = area
        self.costs = np.full(area.height * area.width, np.inf, dtype=np.float32)

    def plan(self, start, stride):
        """`stride` is the length of a row in memory."""
        self.costs[start] = 0
        rounds = 0
        while relax(self.costs, self.area.terrain, self.area.inner(), stride):  # <-- here
            rounds += 1
        return rounds


def main():
    areas = [Map.random(60, 80, 1), Map.random(40, 50, 2)]
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="planner") as pool:
        for area in areas:
            planner = Planner(area)
            # The pitch is in bytes, as the header of the file has it.
            pitch = area.width if area.height > 50 else area.width * 2**22
            job = pool.submit(planner.plan, area.width * area.height // 2 + 9, pitch)
            print("rounds", job.result(), flush=True)


if __name__ == "__main__":
    main()
