// Bakes in a thread of its own, for as long as it is told
#include <chrono>
#include <future>
#include <thread>

struct batch { std::promise<int> promise; };

extern "C" batch *oven_put(int seconds)
{
    batch *order = new batch;
    std::thread([order, seconds] {
        std::this_thread::sleep_for(std::chrono::seconds(seconds));
        order->promise.set_value(seconds * 100);
    }).detach();
    return order;
}

extern "C" int oven_take(batch *order) { return order->promise.get_future().get(); }
