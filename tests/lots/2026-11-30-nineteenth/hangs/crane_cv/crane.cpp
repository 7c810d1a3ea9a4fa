// A crane with a driver of its own: loads are lifted in the background.
#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace py = pybind11;

class Crane {
public:
    Crane() : driver_(&Crane::drive, this) {}

    ~Crane() {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            ending_ = true;
        }
        work_.notify_all();
        driver_.join();
    }

    void lift(double tons) {
        std::lock_guard<std::mutex> guard(mutex_);
        loads_.push_back(tons);
        work_.notify_one();
    }

    double settle() {
        std::unique_lock<std::mutex> guard(mutex_);
        idle_.wait(guard);
        return lifted_;
    }

private:
    void drive() {
        std::unique_lock<std::mutex> guard(mutex_);
        for (;;) {
            work_.wait(guard, [this] { return ending_ || !loads_.empty(); });
            if (ending_) return;
            double tons = loads_.front();
            loads_.pop_front();
            guard.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds(int(tons * 100)));
            guard.lock();
            lifted_ += tons;
            if (loads_.empty()) idle_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable work_, idle_;
    std::deque<double> loads_;
    double lifted_ = 0;
    bool ending_ = false;
    std::thread driver_;
};

PYBIND11_MODULE(crane, module) {
    py::class_<Crane>(module, "Crane")
        .def(py::init<>())
        .def("lift", &Crane::lift)
        .def("settle", &Crane::settle, py::call_guard<py::gil_scoped_release>());
}
