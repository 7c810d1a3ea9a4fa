#include <math.h>

struct star {
    double right_ascension, declination;
    double magnitude;
    const char *name;
};

/* The angle between two stars, in degrees. */
double star_angle(const struct star *a, const struct star *b)
{
    double d = M_PI / 180;
    double c = sin(a->declination * d) * sin(b->declination * d) +
               cos(a->declination * d) * cos(b->declination * d) *
                   cos((a->right_ascension - b->right_ascension) * d);
    return acos(c) / d;
}
