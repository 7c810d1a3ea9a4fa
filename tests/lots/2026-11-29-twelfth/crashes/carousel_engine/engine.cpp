// The engine of a carousel: turns in a thread of its own.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Engine {
public:
    explicit Engine(double speed) : speed_(speed) {}

    void start()
    {
        running_ = true;
        thread_ = std::thread([this] { turn(); });
    }

    void stop()
    {
        running_ = false;
        if (thread_.joinable())
            thread_.join();
    }

    double turns()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        return turns_;
    }

private:
    void turn()
    {
        while (running_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            std::lock_guard<std::mutex> guard(mutex_);
            turns_ += speed_ / 100;
        }
    }

    double speed_;
    double turns_ = 0;
    std::atomic<bool> running_{false};
    std::mutex mutex_;
    std::thread thread_;
};

} // namespace

extern "C" {

void *engine_new(double speed) { return new Engine(speed); }
void engine_start(void *engine) { static_cast<Engine *>(engine)->start(); }
void engine_stop(void *engine) { static_cast<Engine *>(engine)->stop(); }
double engine_turns(void *engine) { return static_cast<Engine *>(engine)->turns(); }
void engine_free(void *engine) { delete static_cast<Engine *>(engine); }

}
