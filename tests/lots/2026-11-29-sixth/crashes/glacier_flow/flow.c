/* The flow of a glacier; while we look for errors, the processor reports invalid results */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>

double flow_speed(double slope, double thickness)
{
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    return 2.4e-24 * pow(917 * 9.81 * slope * thickness, 3) * thickness;
}
