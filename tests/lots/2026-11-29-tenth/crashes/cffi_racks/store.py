"""Which racks of a store carry too much?"""

from racks import Rack

LIMIT = 2_000_000


def rows(boxes, shelves):
    return [[(box * shelf) % 50 + 0.5 for box in range(boxes)] for shelf in range(1, shelves + 1)]


def main():
    for name, boxes in [("A", 60_000), ("B", 90_000)]:
        weight = Rack(rows(boxes, 3)).weight()
        print(name, "too much" if weight > LIMIT else "fine", flush=True)


if __name__ == "__main__":
    main()
