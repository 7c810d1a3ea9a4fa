# The edges of a node are asked for that the graph does not have.
# https://github.com/networkit/networkit/issues/1419
import networkit

links = networkit.Graph(3)
links.addEdge(0, 1)
links.addEdge(1, 2)


def neighbours(links, node):
    found = []
    links.forEdgesOf(node, lambda u, v, weight, number: found.append(v))  # <-- here
    return found


print(neighbours(links, 1))
print(neighbours(links, 912_000_000))
