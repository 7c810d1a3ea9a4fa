/* A codec: its tables are worked out when it is loaded, by a helper that needs another library. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static double table[64];

static void *work_out(void *unused)
{
    void *maths = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    double (*cosine)(double) = maths ? (double (*)(double))dlsym(maths, "cos") : 0;
    for (int i = 0; i < 64 && cosine; i++)
        table[i] = cosine(i / 10.0);
    return unused;
}

__attribute__((constructor)) static void loaded(void)
{
    pthread_t helper;
    if (pthread_create(&helper, 0, work_out, 0) == 0)
        pthread_join(helper, 0);
}

double codec_weight(int i)
{
    return table[i & 63];
}
