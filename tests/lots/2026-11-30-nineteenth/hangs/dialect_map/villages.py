"""Villages and the roads between them."""

import igraph

ROADS = {
    "coast": [("Aa", "Bo"), ("Bo", "Ce"), ("Ce", "Aa"), ("Ce", "Du"), ("Du", "Ek"), ("Ek", "Fa"), ("Fa", "Du")],
    "valley": [("Ga", "Ha"), ("Ga", "Il"), ("Ga", "Jo"), ("Ga", "Ka"), ("Ga", "Le")],
}


def graph(region):
    return igraph.Graph.TupleList(ROADS[region], directed=False)
