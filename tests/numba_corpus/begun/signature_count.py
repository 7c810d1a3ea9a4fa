from numba import vectorize


@vectorize(["float64(float64, float64)"])
def toned(light, contrast, pivot):  # fails: numba-declaration
    return pivot * (light / pivot) ** contrast
