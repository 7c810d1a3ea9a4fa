"""Which mosses grow above a height?"""

import logging

from herbarium import Herbarium
from lookups import Lookups

MOSSES = [("Bryum", "ridge", 12), ("Funaria", "mill", 20), ("Mnium", "beck", 31), ("Grimmia", "ridge", 9)]
PLACES = [("ridge", 870), ("mill", 310), ("beck", 420)]


def register(herbarium):
    lookups = Lookups(herbarium.metres_of)

    def above(place, metres):
        height = lookups.get(place)
        logging.debug("%s lies at %s", place, height)
        return height is not None and height > metres

    herbarium.connection.create_function("above", 2, above)


def main():
    logging.basicConfig(level=logging.INFO)
    herbarium = Herbarium()
    herbarium.fill(MOSSES, PLACES)
    register(herbarium)
    logging.info("the mill lies at %d m", herbarium.metres_of("mill"))
    for metres in (300, 400, 800):
        print(metres, herbarium.above(metres))


if __name__ == "__main__":
    main()
