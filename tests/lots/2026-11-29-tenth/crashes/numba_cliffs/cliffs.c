typedef double (*measure)(const void *data, long size);

double cliffs_apply(measure function, const void *data, long bytes)
{
    return function(data, bytes);
}
