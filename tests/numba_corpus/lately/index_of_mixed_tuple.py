from numba import njit

@njit
def pick(row, column):
    return row[column]  # fails: numba-operand-types: row[column]

pick((1, "b", 2.5), 2)
