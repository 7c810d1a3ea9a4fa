/* The highest point and the mean of a map of heights. */
typedef struct {
    double highest, mean;
} relief_summary;

void relief_measure(const double *heights, long rows, long columns, relief_summary *summary)
{
    double highest = -1e9, total = 0;
    for (long row = 0; row < rows; row++)
        for (long column = 0; column < columns; column++) {
            double height = heights[row * columns + column];
            total += height;
            if (height > highest)
                highest = height;
        }
    summary->highest = highest;
    summary->mean = total / (rows * columns);
}
