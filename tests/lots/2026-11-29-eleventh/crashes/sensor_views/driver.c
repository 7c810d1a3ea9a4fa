/* The driver of a line sensor: a frame is a block of its own. */
#include <stdlib.h>

struct frame {
    int width, rows;
    double *light;
};

struct frame *frame_take(int width, int rows, int second)
{
    struct frame *frame = malloc(sizeof *frame);
    frame->width = width;
    frame->rows = rows;
    frame->light = malloc(sizeof(double) * width * rows);
    for (long cell = 0; cell < (long)width * rows; cell++)
        frame->light[cell] = (cell * 7 + second) % 100;
    return frame;
}

double *frame_light(struct frame *frame) { return frame->light; }

void frame_release(struct frame *frame)
{
    free(frame->light);
    free(frame);
}
