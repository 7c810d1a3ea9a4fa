#include <stdint.h>
#include <string.h>

struct summary { long points, seconds; };

static uint32_t number(const unsigned char *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A record: its length with these four bytes, its kind, and what the kind has. */
long track_summary(const unsigned char *data, long size, struct summary *out)
{
    long records = 0;
    const unsigned char *end = data + size;
    memset(out, 0, sizeof *out);
    while (data < end) {
        uint32_t length = number(data);
        if (data[4] == 1)
            out->points += (length - 5) / 8;
        else if (data[4] == 2)
            out->seconds += data[5];
        records += 1;
        data += length;
    }
    return records;
}
