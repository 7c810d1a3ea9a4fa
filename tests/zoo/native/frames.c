/* A structure with pointers that Python code fills in. */
typedef struct {
    int width, height;
    float *data;
} image;

typedef struct frame {
    int number;
    image picture;
    const char *label;
    struct frame *next;
} frame;

float brightest(const frame *one)
{
    float best = 0;
    for (; one; one = one->next)
        for (int at = 0; at < one->picture.width * one->picture.height; at++)
            if (one->picture.data[at] > best)
                best = one->picture.data[at];
    return best;
}

float corner(const frame *one)
{
    return one->next->picture.data[3];
}
