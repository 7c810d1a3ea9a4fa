from numba import njit


@njit
def produce(n):
    for i in range(n):
        yield i  # fails: numba-cannot-unify: i
    yield "done"


print(list(produce(3)))
