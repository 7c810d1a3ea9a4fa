from numba import njit, objmode, types

names_type = types.List(types.optional(types.unicode_type))

@njit
def count():
    with objmode(names=names_type):  # fails: numba-signature-mismatch
        names = [None, "reed", "moss"]
    return len(names)

print(count())
