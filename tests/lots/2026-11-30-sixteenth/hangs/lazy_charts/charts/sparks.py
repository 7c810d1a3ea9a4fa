import charts


class Sparks:
    def __init__(self, values):
        self.values = list(values)

    def __str__(self):
        steps = charts.theme["steps"]
        low, high = min(self.values), max(self.values)
        return "".join(steps[round((len(steps) - 1) * (v - low) / (high - low))] for v in self.values)
