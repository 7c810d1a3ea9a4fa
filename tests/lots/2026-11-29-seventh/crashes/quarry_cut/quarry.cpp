// Blocks of stone are cut by a thread of the library
#include <stdexcept>
#include <thread>
static double rest;
static void cut(double width, int pieces)
{
    for (int i = 0; i < pieces; i++) {
        if (rest < width)
            throw std::range_error("the block is used up");
        rest -= width;
    }
}
extern "C" void block_new(double length) { rest = length; }
extern "C" double block_cut(double width, int pieces)
{
    std::thread saw(cut, width, pieces);
    saw.join();
    return rest;
}
