import dataclasses


@dataclasses.dataclass
class Shard:
    name: str
    megabytes: int


class Node:
    def __init__(self, name):
        self.name = name
        self.shards = []

    @property
    def load(self):
        return sum(shard.megabytes for shard in self.shards)

    def smallest(self):
        return min(self.shards, key=lambda shard: shard.megabytes)

    def __repr__(self):
        return f"{self.name} ({self.load} MB)"


class Cluster:
    def __init__(self, nodes, shards):
        self.nodes = [Node(name) for name in nodes]
        for number, (name, megabytes) in enumerate(shards.items()):
            self.nodes[number % len(self.nodes)].shards.append(Shard(name, megabytes))
        self.moved = 0

    def move(self, shard, source, target):
        source.shards.remove(shard)
        target.shards.append(shard)
        self.moved += shard.megabytes
