# cython: boundscheck=False, wraparound=False
cimport cython


def relax(double[:, ::1] grid, double tolerance, double[::1] progress):
    """Sweeps until the largest change is below the tolerance; progress has (sweeps, change)."""
    cdef Py_ssize_t i, j
    cdef double change, new
    with nogil:
        while True:
            change = 0
            for i in range(1, grid.shape[0] - 1):
                for j in range(1, grid.shape[1] - 1):
                    new = 0.25 * (grid[i - 1, j] + grid[i + 1, j] + grid[i, j - 1] + grid[i, j + 1])
                    if new - grid[i, j] > change:
                        change = new - grid[i, j]
                    elif grid[i, j] - new > change:
                        change = grid[i, j] - new
                    grid[i, j] = new
            progress[0] += 1
            progress[1] = change
            if change < tolerance:
                break
    return progress[0]
