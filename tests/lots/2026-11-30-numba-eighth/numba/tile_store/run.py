"""A map of tiles is made, and its means are looked at."""

from store import Store


class Map:
    def __init__(self, across, down):
        self.across = across
        self.down = down
        self.store = Store(across * down)

    def make(self):
        return self.store.fill()

    def mean_at(self, x, y):
        return self.store.mean(y * self.across + x)


def main():
    map_ = Map(20, 12)
    print("block of", map_.store.size >> 20, "MiB", flush=True)
    print("tiles", map_.make())
    for place in ((0, 0), (7, 3), (19, 11)):
        print(place, round(float(map_.mean_at(*place)), 3))


if __name__ == "__main__":
    main()
