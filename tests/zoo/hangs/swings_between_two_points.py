# hang: cause=busy-loop confidence=likely watch=yes computes=yes
import threading


class Curve:
    def __init__(self, cube, slope, height):
        self.cube, self.first, self.height = cube, slope, height

    def value(self, x):
        return self.cube * x**3 + self.first * x + self.height

    def slope(self, x):
        return 3 * self.cube * x**2 + self.first


class Finder:
    """Where a curve crosses zero, by Newton's method."""

    def __init__(self, curve):
        self.curve = curve
        self.rounds = 0

    def root(self, x):
        step = 1.0
        while abs(step) > 1e-10:  # <-- here~
            step = self.curve.value(x) / self.curve.slope(x)
            x -= step
            self.rounds += 1
        return x


def beat(gone):
    while not gone.wait(1):
        pass


finder = Finder(Curve(1.0, -2.0, 2.0))
threading.Thread(target=beat, args=(threading.Event(),), daemon=True).start()
finder.root(-3.0)
print("READY", flush=True)
finder.root(0.0)
