// An oven that bakes in a thread of its own; one asks for the loaf later
#include <future>
#include <thread>
#include <chrono>

struct batch {
    std::promise<int> promise;
    std::future<int> loaf = promise.get_future();
};

static void bake(batch *order, int grams)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(grams / 10));
    if (grams > 2000)
        return; // does not fit
    order->promise.set_value(grams * 9 / 10);
}

extern "C" batch *oven_put(int grams)
{
    batch *order = new batch;
    std::thread(bake, order, grams).detach();
    return order;
}

extern "C" int oven_take(batch *order)
{
    int loaf = order->loaf.get();
    delete order;
    return loaf;
}
