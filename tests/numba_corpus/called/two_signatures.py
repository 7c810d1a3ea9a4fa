from numba import njit


@njit(["float64(float64, int64)", "float64(int64, float64)"])
def image_at(focal, distance):
    return 1.0 / (1.0 / focal - 1.0 / distance)


print(image_at(50, 120))  # fails: numba-signature-mismatch: image_at(50, 120)
