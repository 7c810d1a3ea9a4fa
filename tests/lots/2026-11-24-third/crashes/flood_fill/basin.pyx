# cython: language_level=3, boundscheck=False, wraparound=False


cdef int spread(float[:, :] heights, int[:, :] marks, int row, int column, float level) noexcept nogil:
    cdef int filled = 1
    if row < 0 or column < 0 or row >= heights.shape[0] or column >= heights.shape[1]:
        return 0
    if marks[row, column] or heights[row, column] > level:
        return 0
    marks[row, column] = 1
    filled += spread(heights, marks, row + 1, column, level)
    filled += spread(heights, marks, row - 1, column, level)
    filled += spread(heights, marks, row, column + 1, level)
    filled += spread(heights, marks, row, column - 1, level)
    return filled


def fill(float[:, :] heights, int[:, :] marks, int row, int column, float level):
    cdef int cells
    with nogil:
        cells = spread(heights, marks, row, column, level)
    return cells
