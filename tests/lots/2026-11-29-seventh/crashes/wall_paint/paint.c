#include <stdint.h>
void paint(uint8_t *wall, long stride, int height, int width, uint8_t colour)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wall[y * stride + x] = colour;
}
