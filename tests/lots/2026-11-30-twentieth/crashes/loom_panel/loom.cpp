#include <atomic>
#include <chrono>
#include <thread>
typedef void (*Seen)(int);
struct Loom {
    std::thread worker;
    std::atomic<bool> going{true};
    Seen seen;
};
extern "C" Loom *loom_start(Seen seen) {
    Loom *loom = new Loom;
    loom->seen = seen;
    loom->worker = std::thread([loom] {
        for (int row = 0; loom->going; ++row) {
            loom->seen(row);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    return loom;
}
extern "C" void loom_stop(Loom *loom) {
    loom->going = false;
    loom->worker.join();
}
