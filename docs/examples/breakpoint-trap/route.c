/* The length of a way through a table of distances. */
#define STOP_HERE() __asm__("int3")

double route_length(const double *distances, const int *stops, int count, int places)
{
    double length = 0;
    for (int at = 1; at < count; at++) {
        if (stops[at] == stops[at - 1])
            STOP_HERE();  /* should never happen */
        length += distances[stops[at - 1] * places + stops[at]];
    }
    return length;
}
