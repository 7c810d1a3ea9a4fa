#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t line;
    uint32_t stop;
    uint16_t riders;
} Ride;

void rides_by_stop(const Ride *rides, size_t number, uint64_t *stops)
{
    for (size_t i = 0; i < number; i++)
        stops[rides[i].stop] += rides[i].riders;
}
