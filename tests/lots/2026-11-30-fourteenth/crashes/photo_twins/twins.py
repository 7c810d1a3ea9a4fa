"""Which pictures of an album are (nearly) in another one as well?"""

import argparse
import sys

import faiss

from features import COLOURS, EDGES, Album
from index import Index


def twins(index, vectors, limit):
    labels, distances = index.nearest(vectors)
    return [(at, int(labels[at, 0])) for at in range(len(vectors)) if distances[at, 0] < limit]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    faiss.omp_set_num_threads(options.threads)
    first, second = Album(options.pictures, 1), Album(50 * options.pictures, 2)
    index = Index(COLOURS + EDGES, len(second), 2)
    index.add(first.vectors())
    print("in itself:", len(twins(index, first.vectors(), 1e-3)), flush=True)
    print("in colours:", len(twins(index, second.vectors(edges=False), 1e-3)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
