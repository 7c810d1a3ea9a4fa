#include <stdio.h>
#include <gsl/gsl_rng.h>

const char *die_name(void);

int main(void)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus);
    printf("%s %lu\n", die_name(), 1 + gsl_rng_uniform_int(random, 6));
    return 0;
}
