"""Counts pairs of places with a property, by brute force, in one statement."""

from atlas import Atlas


def main():
    atlas = Atlas()
    atlas.ask("villages", 2000)
    atlas.ask("houses", 160_000)
    for name, (number, seconds) in atlas.wait({"villages", "houses"}).items():
        print(f"{name}: {number} in {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
