unsigned char sky_brightest(const unsigned char *pixels, int width, int first, int rows)
{
    unsigned char brightest = 0;
    for (int row = first; row < first + rows; row++) {
        int start = row * width;
        for (int column = 0; column < width; column += 64)
            if (pixels[start + column] > brightest)
                brightest = pixels[start + column];
    }
    return brightest;
}
