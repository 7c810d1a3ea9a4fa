#include <assert.h>
static int levels[4] = {100, 100, 100, 100};
int ink_use(int cartridge, int percent)
{
    levels[cartridge & 3] -= percent;
    assert(levels[cartridge & 3] >= 0);
    return levels[cartridge & 3];
}
