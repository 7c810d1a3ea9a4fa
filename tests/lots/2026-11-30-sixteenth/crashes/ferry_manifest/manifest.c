#include <stdint.h>

struct berth {
    uint8_t deck;
    uint32_t first;
    uint16_t number;
};

/* The weight of what stands on each berth: cargo[first] to cargo[first + number - 1]. */
double manifest_weigh(const struct berth *berths, long count, const double *cargo, double *weights)
{
    double heaviest = 0;
    for (long b = 0; b < count; b++) {
        double sum = 0;
        for (uint32_t i = 0; i < berths[b].number; i++)
            sum += cargo[berths[b].first + i];
        weights[b] = sum;
        if (sum > heaviest)
            heaviest = sum;
    }
    return heaviest;
}
