/* Takes the number of bytes for the number of elements. */
void smooth(double *line, long count)
{
    for (long i = 1; i < count; i++)
        line[i] = (line[i - 1] + line[i]) / 2;
}
