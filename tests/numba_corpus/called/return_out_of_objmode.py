from numba import njit, objmode

@njit
def number_of(text):
    with objmode(value="int64"):
        if not text:
            return 0  # fails: numba-unsupported-python
        value = int(text)
    return value

print(number_of("12"), number_of(""))
