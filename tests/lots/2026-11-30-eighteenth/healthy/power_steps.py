import numpy as np


class Flow:
    def __init__(self, places, seed=1):
        rng = np.random.default_rng(seed)
        self.matrix = rng.random((places, places))
        self.matrix /= self.matrix.sum(axis=0)
        self.state = np.full(places, 1 / places)
        self.steps = 0

    def step(self):
        self.state = self.matrix @ self.state
        self.state /= self.state.sum()
        self.steps += 1

    def settle(self, steps):
        while self.steps < steps:
            self.step()
            if self.steps % 1_000_000 == 0:
                print(self.steps, float(self.state.max()), flush=True)


if __name__ == "__main__":
    flow = Flow(60)
    flow.settle(60_000_000)
