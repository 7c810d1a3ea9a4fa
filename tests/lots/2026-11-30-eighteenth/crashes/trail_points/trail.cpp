#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

class Trail {
    std::vector<double> heights;

  public:
    Trail(double start, long points) {
        heights.reserve(points);
        for (long i = 0; i < points; i++)
            heights.push_back(start + (i % 700) * 0.25);
    }
    py::iterator each() { return py::make_iterator(heights.begin(), heights.end()); }
    double top() const {
        double best = heights.front();
        for (double height : heights)
            best = height > best ? height : best;
        return best;
    }
    long size() const { return (long)heights.size(); }
};

PYBIND11_MODULE(trail, m) {
    py::class_<Trail>(m, "Trail")
        .def(py::init<double, long>())
        .def("__iter__", &Trail::each)
        .def("__len__", &Trail::size)
        .def("top", &Trail::top);
}
