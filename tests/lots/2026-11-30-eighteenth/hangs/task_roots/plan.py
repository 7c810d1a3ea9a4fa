"""The order in which the rooms of a house are finished."""

import networkx as nx


class Plan:
    def __init__(self):
        self.graph = nx.DiGraph()

    def needs(self, room, *others):
        self.graph.add_node(room)
        for other in others:
            self.graph.add_edge(room, other)

    def ready(self, graph):
        return [room for room in graph if graph.out_degree(room) == 0]

    def rounds(self):
        graph = self.graph.copy()
        rounds = []
        while graph:
            ready = self.ready(graph)
            graph.remove_nodes_from(ready)
            rounds.append(len(ready))
        return rounds
