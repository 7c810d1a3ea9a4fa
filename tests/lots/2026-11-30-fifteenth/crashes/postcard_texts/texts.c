#include <stdint.h>
#include <string.h>

int64_t texts_pack(const char *data, const uint16_t *starts, int number, char *out)
{
    char *end = out;
    for (int i = 0; i < number; i++) {
        uint32_t length = starts[i + 1] - starts[i];
        memcpy(end, data + starts[i], length);
        end += length;
        *end++ = '\n';
    }
    return end - out;
}
