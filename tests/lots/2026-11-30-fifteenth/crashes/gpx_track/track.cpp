#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

struct Point {
    double east, north, height;
};

class Track {
public:
    void add(double east, double north, double height) { points.push_back({east, north, height}); }
    const Point &at(size_t index) const { return points[index]; }
    size_t size() const { return points.size(); }

private:
    std::vector<Point> points;
};

PYBIND11_MODULE(track, m)
{
    py::class_<Point>(m, "Point")
        .def_readonly("east", &Point::east)
        .def_readonly("north", &Point::north)
        .def_readonly("height", &Point::height);
    py::class_<Track>(m, "Track")
        .def(py::init<>())
        .def("add", &Track::add)
        .def("__len__", &Track::size)
        .def("__getitem__", &Track::at, py::return_value_policy::copy);
}
