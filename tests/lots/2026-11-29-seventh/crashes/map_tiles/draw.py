"""Draw a map, and change some of it."""

import tiles


def main():
    layer = tiles.Layer()
    for x in range(4):
        for y in range(4):
            layer.add(x, y)
    for place in [(0, 1), (2, 2)]:
        with layer.changed(*place) as tile:
            print(place, tile.sum(), flush=True)
    total = 0
    for place in sorted(layer.tiles):
        layer.tiles[place].close()
        total += 1
    print(total, "tiles drawn", flush=True)


if __name__ == "__main__":
    main()
