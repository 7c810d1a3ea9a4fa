"""Sweeps over the equations of a plate (the kernels of pyamg)."""

import numpy as np
from pyamg import amg_core, gallery


class Plate:
    def __init__(self, rows, columns):
        self.matrix = gallery.poisson((rows, columns), format="csr")
        self.rows = rows
        self.size = rows * columns
        self.heat = np.zeros(self.size)
        self.sources = np.ones(self.size)

    def sweep(self, start, stop, step):
        matrix = self.matrix
        amg_core.gauss_seidel(
            matrix.indptr, matrix.indices, matrix.data, self.heat, self.sources, start, stop, step
        )

    def forwards(self):
        self.sweep(0, self.size, 1)

    def backwards(self):
        self.sweep(self.size * self.rows - 1, -1, -1)
