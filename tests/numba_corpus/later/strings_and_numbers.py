from numba import njit


@njit
def longest(rows):
    best = 0
    for row in rows:
        best = max(best, len(row))
    return best


records = ["a", 3, "ccc"]
print(longest(records))  # fails: numba-object-mode: longest(records)
