# A graph of one's own class is shown before the base class has made it, as a debugger would.
# https://github.com/igraph/python-igraph/issues/78
import igraph


class Network(igraph.Graph):
    def __init__(self, names):
        print("fields so far:", self.vertex_attributes())  # <-- here
        super().__init__(len(names))
        self.vs["name"] = names


print(Network(["a", "b"]))
