/* Sums of the columns of a table. */
double table_sum(const double *table, long rows, long columns, long column)
{
    double sum = 0;
    for (long row = 0; row < rows; row++)
        sum += table[row * columns + column];
    return sum;
}
