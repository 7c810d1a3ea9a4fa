"""What does it cost to bring a load across the hills?"""

from transport import Route


def main():
    route = Route(["B27", "A81", "L385"], [(0.0, 0.0), (12.0, 5.0), (40.0, 31.0), (44.0, 36.0)])
    print(route.text())
    for axles in (2, 3, 5):
        print(axles, "axles", round(route.cost(axles), 2))


if __name__ == "__main__":
    main()
