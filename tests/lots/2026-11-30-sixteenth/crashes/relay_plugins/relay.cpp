#include <pybind11/pybind11.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace py = pybind11;

class Filter {
public:
    virtual ~Filter() = default;
    virtual double apply(double value) = 0;
};

class PyFilter : public Filter {
public:
    double apply(double value) override { PYBIND11_OVERRIDE_PURE(double, Filter, apply, value); }
};

/* Values go through all filters in a thread of the relay's own. */
class Relay {
public:
    void add(std::shared_ptr<Filter> filter)
    {
        std::lock_guard<std::mutex> guard(mutex);
        filters.push_back(std::move(filter));
    }

    void start(int number)
    {
        worker = std::thread([this, number] {
            for (int i = 0; i < number; i++) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                std::lock_guard<std::mutex> guard(mutex);
                double value = i;
                for (auto &filter : filters)
                    value = filter->apply(value);
                total += value;
            }
        });
    }

    double join()
    {
        py::gil_scoped_release release;
        worker.join();
        return total;
    }

private:
    std::vector<std::shared_ptr<Filter>> filters;
    std::mutex mutex;
    std::thread worker;
    double total = 0;
};

PYBIND11_MODULE(relay, m)
{
    py::class_<Filter, PyFilter, std::shared_ptr<Filter>>(m, "Filter")
        .def(py::init<>())
        .def("apply", &Filter::apply);
    py::class_<Relay>(m, "Relay")
        .def(py::init<>())
        .def("add", &Relay::add)
        .def("start", &Relay::start)
        .def("join", &Relay::join);
}
