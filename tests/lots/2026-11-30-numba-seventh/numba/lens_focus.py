"""Where do two lenses focus? Distances may be whole millimetres or not."""

from dataclasses import dataclass

from numba import njit


@njit(["float64(float64, int64)", "float64(int64, float64)", "float64(float64, float64)"])
def image_at(focal, distance):
    return 1.0 / (1.0 / focal - 1.0 / distance)


@dataclass
class Lens:
    focal: float
    place: float

    def image(self, object_place):
        distance = self.place - object_place
        if distance == self.focal:
            raise ValueError("the image lies at infinity")
        return self.place + image_at(self.focal, distance)


def magnification(lens, object_place):
    distance = lens.place - object_place
    return (lens.image(object_place) - lens.place) / distance


class Bench:
    def __init__(self, *lenses):
        self.lenses = sorted(lenses, key=lambda lens: lens.place)

    def trace(self, place):
        for lens in self.lenses:
            place = lens.image(place)
            yield place

    def magnification(self, place):
        total = 1.0
        for lens in self.lenses:
            total *= magnification(lens, place)
            place = lens.image(place)
        return total

    def focus(self, place):
        *_, last = self.trace(place)
        return last


def main():
    measured = Bench(Lens(50.5, 120.0), Lens(35.0, 400.25))
    print("measured", round(measured.focus(0.0), 2))
    print("magnified", round(measured.magnification(0.0), 3))
    nominal = Bench(Lens(50, 120), Lens(35, 400))
    print("nominal", round(nominal.focus(0), 2))


if __name__ == "__main__":
    main()
