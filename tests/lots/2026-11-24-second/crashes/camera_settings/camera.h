#include <stdint.h>

typedef struct {
    uint16_t version;
    uint8_t flags;
    const char *name;
    uint32_t width;
    uint32_t height;
    const float *gains;
    uint32_t gain_count;
} camera_settings;

float camera_brightness(const camera_settings *settings);
int camera_name_length(const camera_settings *settings);
