import logging

log = logging.getLogger("balancer")


class Balancer:
    """Moves shards from the fullest node to the emptiest one until they are alike."""

    def __init__(self, cluster, tolerance):
        self.cluster = cluster
        self.tolerance = tolerance

    def extremes(self):
        by_load = sorted(self.cluster.nodes, key=lambda node: node.load)
        return by_load[-1], by_load[0]

    def balance(self):
        full, empty = self.extremes()
        while full.load - empty.load > self.tolerance:
            self.cluster.move(full.smallest(), full, empty)
            full, empty = self.extremes()
        log.info("balanced: %s", self.cluster.nodes)
        return self.cluster.moved
