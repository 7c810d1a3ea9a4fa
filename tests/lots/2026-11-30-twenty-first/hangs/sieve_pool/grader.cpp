// Grades heaps of gravel in a pool of threads; large heaps are halved and given to the pool again.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace py = pybind11;

class Crew {
public:
    explicit Crew(int hands) {
        for (int hand = 0; hand < hands; ++hand) threads_.emplace_back([this] { work(); });
    }

    ~Crew() {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            done_ = true;
        }
        more_.notify_all();
        for (auto &thread : threads_) thread.join();
    }

    std::future<long> give(std::function<long()> job) {
        auto task = std::make_shared<std::packaged_task<long()>>(std::move(job));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> guard(mutex_);
            jobs_.emplace_back([task] { (*task)(); });
        }
        more_.notify_one();
        return result;
    }

private:
    void work() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> guard(mutex_);
                more_.wait(guard, [this] { return done_ || !jobs_.empty(); });
                if (jobs_.empty()) return;
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
    bool done_ = false;
};

class Grader {
public:
    Grader(int hands, size_t heap) : crew_(hands), heap_(heap) {}

    long coarse(const std::vector<int> &stones) {
        return crew_.give([this, &stones] { return count(stones, 0, stones.size()); }).get();
    }

private:
    long count(const std::vector<int> &stones, size_t from, size_t to) {
        if (to - from <= heap_) {
            long found = 0;
            for (size_t at = from; at < to; ++at) found += stones[at] > 32;
            return found;
        }
        size_t middle = from + (to - from) / 2;
        auto left = crew_.give([this, &stones, from, middle] { return count(stones, from, middle); });
        auto right = crew_.give([this, &stones, middle, to] { return count(stones, middle, to); });
        return left.get() + right.get();
    }

    Crew crew_;
    size_t heap_;
};

PYBIND11_MODULE(gravel_grader, module) {
    py::class_<Grader>(module, "Grader")
        .def(py::init<int, size_t>(), py::arg("hands"), py::arg("heap"))
        .def("coarse", &Grader::coarse, py::call_guard<py::gil_scoped_release>());
}
