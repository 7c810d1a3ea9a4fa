"""Splits the mesh of a valley among the computers of a cluster (pymetis)."""

import collections
import concurrent.futures

import pymetis
from mesh import Mesh


def split(mesh, parts):
    starts, neighbours = mesh.compressed()
    cut, owners = pymetis.part_graph(parts, xadj=starts, adjncy=neighbours)
    return cut, collections.Counter(owners)


def main():
    with concurrent.futures.ThreadPoolExecutor(1, "split") as pool:
        for size in (12, 60):
            print(size, pool.submit(split, Mesh(size, size), 4).result(), flush=True)


if __name__ == "__main__":
    main()
