/* Smooths a square of heights, with a copy of it beside. */
#include <string.h>

void smooth(double *heights, int side)
{
    double before[side][side];
    memcpy(before, heights, sizeof before);
    for (int row = 1; row + 1 < side; row++)
        for (int column = 1; column + 1 < side; column++)
            heights[row * side + column] = (before[row - 1][column] + before[row + 1][column]
                                            + before[row][column - 1] + before[row][column + 1]) / 4;
}
