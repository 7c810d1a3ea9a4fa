"""Which towns lie between the most others? (networkx, in one long computation)"""

import networkx as nx


def roads(size):
    graph = nx.grid_2d_graph(size, size)
    for number, (one, other) in enumerate(graph.edges):
        graph.edges[one, other]["weight"] = 1 + number * 7919 % 13
    return graph


def main():
    between = nx.betweenness_centrality(roads(90), weight="weight")
    print(max(between, key=between.get))


if __name__ == "__main__":
    main()
