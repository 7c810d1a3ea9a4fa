# A tree of geometries goes to a new process: what is sent is an address of the old one.
# https://github.com/shapely/shapely/pull/915
import multiprocessing

from shapely.geometry import Point
from shapely.strtree import STRtree


def search(tree, place):
    return tree.query(place)  # <-- here


if __name__ == "__main__":
    places = [Point(n, n) for n in range(100)]
    tree = STRtree(places)
    print(len(search(tree, Point(3, 3))))
    worker = multiprocessing.get_context("spawn").Process(target=search, args=(tree, Point(3, 3)))
    worker.start()
    worker.join()
    print(worker.exitcode)
