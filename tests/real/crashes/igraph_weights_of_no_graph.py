# Weights are asked of something that is no graph, and its memory is taken for one.
# https://github.com/igraph/python-igraph/issues/842
import igraph


def weights(edges, distances):
    return igraph.umap_compute_weights(edges, distances)  # <-- here


full = igraph.Graph.Full(3)
print(weights(full, [1.0, 2.0, 3.0]))
print(weights([], [1.0, 2.0]))  # <-- also
