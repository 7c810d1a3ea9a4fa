from numba import int64
from numba.experimental import jitclass

spec = [
    ("count", int64),
    ("mean", float),  # fails: numba-declaration: float
]


@jitclass(spec)
class Running:
    def __init__(self):
        self.count = 0
        self.mean = 0.0

    def push(self, x):
        self.count += 1
        self.mean += (x - self.mean) / self.count


r = Running()
r.push(1.5)
print(r.mean)
