// A thread that is not joined where an exception is handled: its destructor ends the program.
#include <stdexcept>
#include <thread>

extern "C" int run(int stages) {
    try {
        if (stages < 1) throw std::invalid_argument("no stages");
    } catch (const std::exception &) {
        std::thread reporter([] {});
        return -1;
    }
    return stages;
}
