#include <atomic>
#include <chrono>
#include <thread>

namespace {
std::atomic<long> sent{0};
std::atomic<bool> stop{false};
std::thread sender;
}

extern "C" void beacon_start(int milliseconds)
{
    sender = std::thread([milliseconds] {
        while (!stop) {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            ++sent;
        }
    });
}

extern "C" void beacon_stop()
{
    stop = true;
    sender.join();
}

extern "C" long beacon_sent()
{
    return sent;
}
