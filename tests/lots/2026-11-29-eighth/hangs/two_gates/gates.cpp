// Gates of a lock for ships, each with a reader-writer mutex
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

struct gate { std::shared_mutex mutex; long ships = 0; };

extern "C" gate *gate_new() { return new gate; }

extern "C" long gate_ships(gate *one)
{
    std::shared_lock look(one->mutex);
    return one->ships;
}

extern "C" long gate_pass(gate *from, gate *to, long ships)
{
    std::unique_lock leave(from->mutex);
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the water falls
    std::unique_lock enter(to->mutex);
    from->ships -= ships;
    to->ships += ships;
    return to->ships;
}
