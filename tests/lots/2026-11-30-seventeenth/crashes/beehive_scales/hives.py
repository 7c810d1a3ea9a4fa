import scales


class HiveScale(scales.Scale):
    """A scale below a hive, that remembers its last weights."""

    def __init__(self, name, tare):
        super().__init__(tare)
        self.name = name
        self.weights = []

    def take(self, steps):
        weight = self.weigh(steps)
        self.weights.append(weight)
        return weight

    @property
    def gain(self):
        return self.weights[-1] - self.weights[0]


class Yard:
    def __init__(self, names):
        self.floor = scales.Scale(0.0)
        self.hives = [HiveScale(name, 11.5) for name in names]

    def check(self, steps=2000):
        """The scale on the floor has a known weight on it."""
        weight = self.floor.weigh(steps)
        if abs(weight - 20.0) > 0.5:
            raise RuntimeError(f"calibration is off: {weight}")
        return weight
