#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

struct Bird {
    double x = 0, y = 0, speed = 1;
    long steps = 0;
    void fly(double dx, double dy) { x += dx * speed; y += dy * speed; steps++; }
};

class Flock {
public:
    explicit Flock(size_t number) : birds(number) {}
    Bird &at(size_t index) { return birds.at(index); }
    void join(size_t number) { birds.resize(birds.size() + number); }
    size_t size() const { return birds.size(); }

private:
    std::vector<Bird> birds;
};

PYBIND11_MODULE(flock, module)
{
    py::class_<Bird>(module, "Bird")
        .def("fly", &Bird::fly)
        .def_readonly("x", &Bird::x)
        .def_readonly("steps", &Bird::steps);
    py::class_<Flock>(module, "Flock")
        .def(py::init<size_t>())
        .def("at", &Flock::at, py::return_value_policy::reference_internal)
        .def("join", &Flock::join)
        .def("__len__", &Flock::size);
}
