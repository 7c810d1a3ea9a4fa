// A gate with a reader-writer mutex, which is held for seconds
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex gate;
static long ships;

extern "C" long gate_pass(int seconds)
{
    std::unique_lock closed(gate);
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    return ++ships;
}

extern "C" long gate_look()
{
    std::shared_lock look(gate);
    return ships;
}
