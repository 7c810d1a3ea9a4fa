#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cmath>

namespace py = pybind11;

using Grid = py::array_t<float, py::array::c_style | py::array::forcecast>;

class Shader {
public:
    Shader(double azimuth, double altitude)
        : slope_(std::tan(altitude * M_PI / 180)), dx_(std::sin(azimuth * M_PI / 180)), dy_(std::cos(azimuth * M_PI / 180))
    {
        if (altitude <= 0)
            throw py::value_error("the sun is down");
    }

    /* Share of cells in the shade of a neighbour. */
    double shaded(const Grid &heights, float cell) const
    {
        auto h = heights.unchecked<2>();
        const py::ssize_t width = heights.shape(1), height = heights.shape(0);
        long count = 0;
        for (py::ssize_t y = 1; y + 1 < height; y++)
            for (py::ssize_t x = 1; x + 1 < width; x++) {
                float here = h(x, y);
                float there = h(x + (dx_ > 0 ? 1 : -1), y + (dy_ > 0 ? 1 : -1));
                if (there - here > slope_ * cell)
                    count++;
            }
        return double(count) / std::max<py::ssize_t>(1, width * height);
    }

    double highest(const Grid &heights) const
    {
        const float *begin = heights.data();
        return *std::max_element(begin, begin + heights.size());
    }

private:
    double slope_, dx_, dy_;
};

PYBIND11_MODULE(_shade, m)
{
    py::class_<Shader>(m, "Shader")
        .def(py::init<double, double>(), py::arg("azimuth"), py::arg("altitude"))
        .def("highest", &Shader::highest)
        .def("shaded", &Shader::shaded, py::arg("heights"), py::arg("cell") = 1.0f);
}
