#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t ready = PTHREAD_ONCE_INIT;
static uint32_t table[256];
static uint32_t check_of_empty;
static int level = 1;

uint32_t codec_checksum(const uint8_t *data, size_t length);

static void prepare(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
        table[i] = value;
    }
    const char *wish = getenv("CODEC_SELF_TEST");
    if (wish == NULL || strcmp(wish, "no") != 0)
        check_of_empty = codec_checksum((const uint8_t *)"123456789", 9);
}

int codec_level(int wanted)
{
    int before = level;
    level = wanted;
    return before;
}

uint32_t codec_checksum(const uint8_t *data, size_t length)
{
    uint32_t sum = 0xFFFFFFFFu;
    pthread_once(&ready, prepare);
    while (length--)
        sum = table[(sum ^ *data++) & 0xFF] ^ (sum >> 8);
    return ~sum;
}
