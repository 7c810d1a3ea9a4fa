#include <pybind11/functional.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace py = pybind11;

class Mixer {
public:
    Mixer() : thread_([this] { run(); }) {}

    ~Mixer()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            stopped_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    long submit(int seconds)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        jobs_.push_back(seconds);
        changed_.notify_all();
        return ++given_;
    }

    void wait(long number)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return done_ >= number; });
    }

private:
    void run()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (true) {
            changed_.wait(lock, [&] { return stopped_ || !jobs_.empty(); });
            if (stopped_)
                return;
            int seconds = jobs_.front();
            jobs_.pop_front();
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::seconds(seconds));
            lock.lock();
            done_++;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<int> jobs_;
    long given_ = 0, done_ = 0;
    bool stopped_ = false;
    std::thread thread_;
};

PYBIND11_MODULE(_mixer, m)
{
    py::class_<Mixer>(m, "Mixer")
        .def(py::init<>())
        .def("submit", &Mixer::submit)
        .def("wait", &Mixer::wait, py::call_guard<py::gil_scoped_release>());
}
