"""How far is it to the pump, from the crossings that the fire brigade asks for?"""

import argparse
import json
import logging
import sys

import networkit as nk

from network import Streets

log = logging.getLogger("reach")

REQUESTS = [
    {"street": "Bergweg", "row": 3, "column": 9},
    {"street": "Am Wehr", "row": 20, "column": 2},
    {"street": "Gasse", "row": 11, "column": 30},
]


class Reach:
    def __init__(self, streets, pump):
        self.streets = streets
        self.pump = streets.node(streets.crossing(*pump))
        self._search = nk.distance.Dijkstra(streets.graph, self.pump)
        self._search.run()

    def metres(self, crossing):
        return self._search.distance(crossing)

    def answer(self, request):
        crossing = self.streets.crossing(request["row"], request["column"])
        log.info("%s is crossing %d", request["street"], crossing)
        return {"street": request["street"], "metres": self.metres(crossing)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--columns", type=int, default=50)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    nk.setNumberOfThreads(1)
    reach = Reach(Streets(options.rows, options.columns), (5, 5))
    for request in REQUESTS:
        json.dump(reach.answer(request), sys.stdout)
        print(flush=True)


if __name__ == "__main__":
    main()
