# healthy: computes=yes
class Series:
    """Sums its terms until they are small."""

    def __init__(self, tolerance):
        self.tolerance = tolerance
        self.total = 0.0

    def term(self, n):
        return 1.0 / (n * n)

    def sum(self):
        n, term = 1, 1.0
        while abs(term) > self.tolerance:
            term = self.term(n)
            self.total += term
            n += 1
        return self.total


print("READY", flush=True)
Series(1e-22).sum()
