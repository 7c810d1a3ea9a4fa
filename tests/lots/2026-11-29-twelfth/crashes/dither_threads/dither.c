/* Floyd and Steinberg's dithering of one strip of a picture. */
#include <string.h>

#define WIDTH 512
#define ROWS 128

static void spread(int error[ROWS + 1][WIDTH + 2], int row, int column, int rest)
{
    error[row][column + 2] += rest * 7 / 16;
    error[row + 1][column] += rest * 3 / 16;
    error[row + 1][column + 1] += rest * 5 / 16;
    error[row + 1][column + 2] += rest / 16;
}

int dither_strip(unsigned char *pixels, int rows)
{
    int error[ROWS + 1][WIDTH + 2];
    int white = 0;
    memset(error, 0, sizeof error);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < WIDTH; column++) {
            int value = pixels[row * WIDTH + column] + error[row][column + 1];
            int shown = value > 127 ? 255 : 0;
            pixels[row * WIDTH + column] = shown;
            white += shown != 0;
            spread(error, row, column, value - shown);
        }
    return white;
}
