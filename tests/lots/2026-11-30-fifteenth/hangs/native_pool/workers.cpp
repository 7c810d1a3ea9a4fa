#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Workers {
public:
    explicit Workers(unsigned number) {
        for (unsigned i = 0; i < number; i++)
            threads_.emplace_back([this] { work(); });
    }

    void add(std::function<void()> job) {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            jobs_.push_back(std::move(job));
        }
        more_.notify_one();
    }

private:
    void work() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> guard(mutex_);
                more_.wait(guard, [this] { return !jobs_.empty(); });
                job = std::move(jobs_.front());
                jobs_.pop_front();
            }
            job();
        }
    }

    std::mutex mutex_;
    std::condition_variable more_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
};

Workers *workers;

}  // namespace

extern "C" void workers_start(unsigned number) {
    workers = new Workers(number);
}

/* Calls `each` for 0 … count - 1 in the workers, and comes back when all is done. */
extern "C" void parallel_for(int count, void (*each)(int, void *), void *data) {
    std::mutex mutex;
    std::condition_variable done;
    int left = count;
    for (int i = 0; i < count; i++)
        workers->add([&, i] {
            each(i, data);
            std::lock_guard<std::mutex> guard(mutex);
            if (--left == 0)
                done.notify_one();
        });
    std::unique_lock<std::mutex> guard(mutex);
    done.wait(guard, [&] { return left == 0; });
}
