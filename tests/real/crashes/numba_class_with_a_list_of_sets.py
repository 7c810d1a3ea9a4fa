# A compiled class deletes an element of a list of sets: its fields are damaged by that.
# https://github.com/numba/numba/issues/5687
import numba
from numba import types

FIELDS = [
    ("groups", types.List(types.Set(types.int64))),
    ("sizes", types.DictType(types.int64, types.int64)),
]


@numba.experimental.jitclass(FIELDS)
class Partition:
    def __init__(self):
        self.groups = [{0}]
        del self.groups[0]
        self.groups.append({0})
        self.sizes = {0: 0}


parts = Partition()
print(parts.groups)
print(parts.sizes)  # <-- here
