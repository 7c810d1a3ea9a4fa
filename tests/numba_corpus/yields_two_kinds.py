from numba import njit


@njit
def produce(n):
    for i in range(n):
        yield i
    yield "done"  # fails: numba-cannot-unify: "done"


print(list(produce(3)))
