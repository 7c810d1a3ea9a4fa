# The reader is told that nodes count from 1; the file counts from 0, so that one becomes -1.
# https://github.com/networkit/networkit/issues/1414
import networkit

with open("links.txt", "w") as file:
    file.write("0\t0\n")


def network(path):
    return networkit.readGraph(path, networkit.Format.EdgeListTabOne)  # <-- here


print(network("links.txt").numberOfNodes())
