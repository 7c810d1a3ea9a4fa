// A gate of a lock: boats pass once the water is level.
#include <pybind11/pybind11.h>

#include <condition_variable>
#include <mutex>

class Gate {
    std::mutex guard;
    std::condition_variable changed;
    double inside = 0, outside;

public:
    explicit Gate(double outside) : outside(outside) {}

    void fill(double litres)
    {
        std::lock_guard<std::mutex> hold(guard);
        inside += litres;
        changed.notify_all();
    }

    void wait_until_level()
    {
        std::unique_lock<std::mutex> hold(guard);
        changed.wait(hold, [this] { return inside >= outside; });
    }

    double level()
    {
        std::lock_guard<std::mutex> hold(guard);
        return inside;
    }
};

PYBIND11_MODULE(gate, m)
{
    namespace py = pybind11;
    py::class_<Gate>(m, "Gate")
        .def(py::init<double>())
        .def("fill", &Gate::fill, py::call_guard<py::gil_scoped_release>())
        .def("level", &Gate::level, py::call_guard<py::gil_scoped_release>())
        .def("wait_until_level", &Gate::wait_until_level);
}
