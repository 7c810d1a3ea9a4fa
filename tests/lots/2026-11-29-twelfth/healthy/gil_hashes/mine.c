/* Looks for a number whose hash begins with zeros, in slices. */
unsigned long mine_slice(unsigned long begin, unsigned long number)
{
    unsigned long best = 0, least = ~0ul;
    for (unsigned long i = begin; i < begin + number; i++) {
        unsigned long hash = i;
        for (int round = 0; round < 12; round++) {
            hash ^= hash >> 31;
            hash *= 0x9E3779B97F4A7C15ul;
            hash ^= hash >> 27;
        }
        if (hash < least) {
            least = hash;
            best = i;
        }
    }
    return best;
}
