"""Where do parallel rays meet behind two lenses?"""

from lens import Bench


def focus(height, angle):
    return -height / angle if angle else float("inf")


def main():
    bench = Bench().add(80.0, 1.52).add(140.0, 1.61)
    for height in (1.0, 4.0, 8.0):
        at, angle = bench.trace(height, 0.0, 6.0)
        print("ray at", height, "focus", round(focus(at, angle), 3))


if __name__ == "__main__":
    main()
