#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace py = pybind11;
using Heights = py::array_t<double, py::array::c_style | py::array::forcecast>;

class Slope {
public:
    explicit Slope(Heights heights)
        : data(heights.data()), rows(heights.shape(0)), columns(heights.shape(1)) {}

    double steepest(py::ssize_t row) const
    {
        double most = 0.0;
        const double *here = data + row * columns;
        for (py::ssize_t i = 1; i < columns; i++)
            most = std::max(most, here[i - 1] - here[i]);
        return most;
    }

    py::ssize_t size() const { return rows; }

private:
    const double *data;
    py::ssize_t rows, columns;
};

PYBIND11_MODULE(slope, m)
{
    py::class_<Slope>(m, "Slope")
        .def(py::init<Heights>())
        .def("steepest", &Slope::steepest)
        .def("__len__", &Slope::size);
}
