"""Plan the rations of all animals; those without a kind of feed come last."""

import contextlib
import logging

from rations import feeds, model

log = logging.getLogger("plan")


def ration(shelf, need):
    with contextlib.closing(model.Ration(shelf, need)) as found:
        found.build()
        return {name: weight for name, weight in found.solve().items() if weight > 0.01}


def cheapest_last(shelf):
    return sorted(shelf, key=lambda feed: -feed.price)


def main():
    logging.basicConfig(level=logging.INFO)
    shelf = cheapest_last(feeds.FEEDS)
    for need in feeds.NEEDS:
        log.info("%s", need.animal)
        for name, weight in ration(shelf, need).items():
            print(f"{need.animal}: {weight:.1f} kg of {name}", flush=True)


if __name__ == "__main__":
    main()
