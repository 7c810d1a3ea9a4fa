#include <cstdio>

#include "checksum/adler.h"

int main(int count, char **paths)
{
    for (int at = 1; at < count; at++)
        std::printf("%s %08x\n", paths[at], checksum::adler_of(paths[at]));
}
