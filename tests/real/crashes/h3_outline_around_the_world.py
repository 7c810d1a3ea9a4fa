# The outline is asked of cells that go around the world, which it has no outline for.
# https://github.com/uber/h3-py/issues/476
import h3


def circles(count, resolution):
    cells = set()
    for n in range(count):
        cells.add(h3.latlng_to_cell(0, -180 + 360 * n / count, resolution))
        for longitude in (0, 180):
            latitude = -90 + 180 * n / count
            cells.add(h3.latlng_to_cell(latitude, longitude, resolution))
    return sorted(cells)


def outline(cells):
    return h3.cells_to_h3shape(cells)  # <-- here


print(outline([h3.latlng_to_cell(47.1, 9.5, 5)]))
print(outline(circles(100, 1)))  # <-- also
