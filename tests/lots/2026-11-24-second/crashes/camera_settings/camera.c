#include <string.h>

#include "camera.h"

float camera_brightness(const camera_settings *settings)
{
    float sum = 0;
    for (uint32_t i = 0; i < settings->gain_count; i++)
        sum += settings->gains[i];
    return settings->gain_count ? sum / settings->gain_count : 0;
}

int camera_name_length(const camera_settings *settings)
{
    return settings->version == 2 ? (int)strlen(settings->name) : 0;
}
