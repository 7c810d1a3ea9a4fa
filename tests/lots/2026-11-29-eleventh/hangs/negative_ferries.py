"""The cheapest way from island to island; who carries mail is paid for it, so a fare may be negative."""

import collections
import math

FARES = """
Aran Brae 12
Aran Coll 20
Brae Coll 3
Coll Dun 4
Dun Brae -9
Dun Eigg 7
Eigg Foula 5
"""


def network(text):
    routes = collections.defaultdict(dict)
    for line in text.split("\n"):
        if line:
            begin, end, fare = line.split()
            routes[begin][end] = int(fare)
    return routes


def cheapest(routes, start):
    """The fares to all islands: an island is looked at again when it gets cheaper."""
    fares = collections.defaultdict(lambda: math.inf, {start: 0})
    todo = collections.deque([start])
    while todo:
        island = todo.popleft()
        for other, fare in routes[island].items():
            if fares[island] + fare < fares[other]:
                fares[other] = fares[island] + fare
                if other not in todo:
                    todo.append(other)
    return dict(fares)


print("from Eigg", cheapest(network(FARES), "Eigg"), flush=True)
print("from Aran", cheapest(network(FARES), "Aran"), flush=True)
