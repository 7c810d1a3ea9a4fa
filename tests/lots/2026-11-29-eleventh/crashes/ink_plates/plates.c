/* From three colours to four inks: a pixel is made of bytes. */
void plates_convert(const unsigned char *colours, unsigned char *inks, long pixels)
{
    for (long pixel = 0; pixel < pixels; pixel++) {
        const unsigned char *from = colours + pixel * 4;
        unsigned char *to = inks + pixel * 4;
        unsigned char black = 255;
        for (int part = 0; part < 3; part++) {
            to[part] = 255 - from[part];
            if (to[part] < black)
                black = to[part];
        }
        to[3] = black;
    }
}
