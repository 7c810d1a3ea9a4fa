from numba import njit

scope = {}
exec("def area(width, height):\n    return width * height\n", scope)
area = njit(cache=True)(scope["area"])  # fails: numba-declaration: area
area(2.0, 3.0)
