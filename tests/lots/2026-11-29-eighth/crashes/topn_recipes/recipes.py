"""Which recipes are like which, by what they are made of (sparse_dot_topn)."""

import dataclasses
import itertools

import numpy
import scipy.sparse
import sparse_dot_topn


@dataclasses.dataclass
class Recipe:
    name: str
    parts: list


class Kitchen:
    """Numbers of ingredients are those of the shop, so they are large."""

    def __init__(self, recipes):
        self.recipes = recipes

    def matrix(self):
        """A row for each recipe, built by hand as coo is slow."""
        numbers = numpy.array(list(itertools.chain(*(r.parts for r in self.recipes))), numpy.int32)
        ends = numpy.cumsum([0] + [len(r.parts) for r in self.recipes]).astype(numpy.int32)
        made = scipy.sparse.csr_matrix((len(self.recipes), 4096), dtype=numpy.float64)
        made.data, made.indices, made.indptr = numpy.ones(len(numbers)), numbers, ends
        return made


class Finder:
    def __init__(self, kitchen):
        self.rows = kitchen.matrix()

    def like(self, count):
        columns = scipy.sparse.csr_matrix(numpy.ones((4096, 64)))
        return sparse_dot_topn.sp_matmul_topn(self.rows, columns, top_n=count)


def shop_number(name):
    return sum(ord(letter) ** 3 for letter in name) * 37


def main():
    recipes = [
        Recipe("bread", [11, 12, 13]),
        Recipe("cake", [11, 14, 15]),
        Recipe("soup", [shop_number(name) for name in ("leek", "potato", "cream")]),
    ]
    print("two:", Finder(Kitchen(recipes[:2])).like(2).nnz, flush=True)
    print("all:", Finder(Kitchen(recipes)).like(2).nnz, flush=True)


if __name__ == "__main__":
    main()
