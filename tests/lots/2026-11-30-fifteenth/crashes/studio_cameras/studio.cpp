#include <pybind11/pybind11.h>
#include <memory>
#include <string>
#include <vector>

namespace py = pybind11;

struct Camera {
    Camera(std::string name, double zoom) : name(std::move(name)), zoom(zoom) {}
    std::string name;
    double zoom;
    int takes = 0;
};

class Mixer {
public:
    double cut(Camera *from, Camera *to, double seconds)
    {
        to->takes++;
        air += seconds;
        return seconds * from->zoom / to->zoom;
    }
    double air = 0.0;
};

PYBIND11_MODULE(studio, m)
{
    py::class_<Camera>(m, "Camera")
        .def(py::init<std::string, double>())
        .def_readonly("name", &Camera::name)
        .def_readonly("takes", &Camera::takes)
        .def_readwrite("zoom", &Camera::zoom);
    py::class_<Mixer>(m, "Mixer")
        .def(py::init<>())
        .def("cut", &Mixer::cut, py::call_guard<py::gil_scoped_release>())
        .def_readonly("air", &Mixer::air);
}
