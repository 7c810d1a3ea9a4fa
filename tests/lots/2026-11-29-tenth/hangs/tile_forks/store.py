"""Soundings of a lake in a TileDB array."""

import numpy as np
import tiledb


def write(path, depths):
    rows, columns = depths.shape
    domain = tiledb.Domain(
        tiledb.Dim(name="row", domain=(0, rows - 1), tile=8, dtype=np.int32),
        tiledb.Dim(name="column", domain=(0, columns - 1), tile=8, dtype=np.int32),
    )
    schema = tiledb.ArraySchema(domain=domain, attrs=[tiledb.Attr(name="depth", dtype=np.float64)])
    tiledb.Array.create(path, schema)
    with tiledb.open(path, "w") as array:
        array[:] = depths


def deepest(path, first, last):
    with tiledb.open(path) as array:
        return float(array[first:last]["depth"].max())
