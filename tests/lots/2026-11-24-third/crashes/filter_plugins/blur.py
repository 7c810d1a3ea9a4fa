import sys

from plugins import Registry


def main():
    registry = Registry()
    registry.load("blur", sys.argv[1])
    for row in ([1, 2, 3], [4, 5, 6]):
        print(registry.apply("blur", row))


if __name__ == "__main__":
    main()
