#include <pybind11/pybind11.h>
#include <cmath>
#include <vector>

namespace py = pybind11;

struct Stop {
    double x, y;
    int line, request;
    double waits[5];
};

class Route {
public:
    void add(double x, double y, int line, int request) { stops_.push_back(Stop{x, y, line, request, {}}); }
    size_t size() const { return stops_.size(); }
    std::vector<Stop>::iterator begin() { return stops_.begin(); }
    std::vector<Stop>::iterator end() { return stops_.end(); }
    double length() const {
        double sum = 0;
        for (size_t i = 1; i < stops_.size(); i++) sum += std::hypot(stops_[i].x - stops_[i - 1].x, stops_[i].y - stops_[i - 1].y);
        return sum;
    }

private:
    std::vector<Stop> stops_;
};

PYBIND11_MODULE(route, m) {
    py::class_<Stop>(m, "Stop")
        .def_readwrite("x", &Stop::x)
        .def_readwrite("y", &Stop::y)
        .def_readonly("line", &Stop::line)
        .def_readwrite("request", &Stop::request);
    py::class_<Route>(m, "Route")
        .def(py::init<>())
        .def("add", &Route::add)
        .def("length", &Route::length)
        .def("__len__", &Route::size)
        .def("__iter__", [](Route &route) { return py::make_iterator(route.begin(), route.end()); }, py::keep_alive<0, 1>());
}
