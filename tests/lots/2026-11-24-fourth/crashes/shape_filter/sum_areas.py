"""Sums the areas of drawings."""

from shapes import Drawing

DRAWINGS = {
    "house": {0: (4, 12.0), 1: (3, 5.5), 2: (4, 2.0)},
    "star": {0: (10, 7.25), 1: (5, 1.5)},
    "kite": {0: (4, 6.0), 2: (3, 0.5)},
}


def main():
    for name, shapes in DRAWINGS.items():
        drawing = Drawing(shapes)
        print(name, drawing.total(max(shapes) + 1), flush=True)


if __name__ == "__main__":
    main()
