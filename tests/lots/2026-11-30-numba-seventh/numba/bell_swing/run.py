"""What does a bell weigh? Its surface, integrated, times the bronze of its wall."""

from scipy import LowLevelCallable
from scipy.integrate import quad
from shape import ring

BRONZE = 8730.0


class Bell:
    def __init__(self, height, radius, flare, wall):
        self.height = height
        self.radius = radius
        self.flare = flare
        self.wall = wall

    def surface(self):
        profile = LowLevelCallable(ring.ctypes)
        area, _ = quad(profile, 0.0, self.height, args=(self.radius, self.flare))
        return area

    def weight(self):
        return BRONZE * self.wall * self.surface()


def main():
    for bell in (Bell(0.9, 0.5, 3.0, 0.05), Bell(1.4, 0.8, 2.5, 0.07)):
        print(f"{bell.height} m: {bell.weight():.0f} kg")


if __name__ == "__main__":
    main()
