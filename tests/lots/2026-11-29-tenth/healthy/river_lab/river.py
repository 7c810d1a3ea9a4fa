"""A model of a river: water goes down from cell to cell, in small steps."""


class River:
    def __init__(self, cells, inflow):
        self.water = [0.0] * cells
        self.inflow = inflow
        self.out = 0.0
        self.steps = 0

    def step(self, dt=0.02):
        water = self.water
        flow = [0.8 * w**1.1 for w in water]
        before = self.inflow
        for cell, leaves in enumerate(flow):
            water[cell] += dt * (before - leaves)
            before = leaves
        self.out = before
        self.steps += 1

    def settled(self, within):
        return abs(self.out - self.inflow) < within * self.inflow

    def settle(self, within=1e-9, limit=10**7):
        while not self.settled(within) and self.steps < limit:
            self.step()
        return self.steps
