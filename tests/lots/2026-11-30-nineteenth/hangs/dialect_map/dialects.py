"""Dialects spread along the roads: each village takes what most of its neighbours speak."""

import collections


class Map:
    def __init__(self, graph):
        self.graph = graph
        self.names = graph.vs["name"]
        self.spoken = list(range(graph.vcount()))
        self.rounds = 0

    def heard(self, village):
        """What most neighbours speak; the smaller number where there are as many."""
        counts = collections.Counter(self.spoken[other] for other in self.graph.neighbors(village))
        if len(counts) == 1:
            return next(iter(counts))
        own = self.spoken[village]
        most = max(counts.values())
        best = [speech for speech, count in counts.items() if count == most]
        return own if own in best else min(best)

    def step(self):
        heard = [self.heard(village) for village in range(self.graph.vcount())]
        changed = sum(one != other for one, other in zip(heard, self.spoken))
        self.spoken = heard
        self.rounds += 1
        return changed

    def settle(self):
        while self.step():
            pass
        groups = collections.defaultdict(list)
        for name, speech in zip(self.names, self.spoken):
            groups[speech].append(name)
        return sorted(groups.values())
