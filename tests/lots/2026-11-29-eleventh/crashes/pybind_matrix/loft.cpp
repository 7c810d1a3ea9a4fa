// The shelves of a loft: how much lies on each.
#include <pybind11/pybind11.h>

#include <cstddef>

class Shelves {
    double *kilos;
    std::size_t number;

public:
    explicit Shelves(std::size_t number) : kilos(new double[number]()), number(number) {}
    ~Shelves() { delete[] kilos; }

    void put(std::size_t shelf, double weight) { kilos[shelf % number] += weight; }

    double total() const
    {
        double sum = 0;
        for (std::size_t shelf = 0; shelf < number; shelf++)
            sum += kilos[shelf];
        return sum;
    }
};

class Loft {
    Shelves shelves;

public:
    explicit Loft(std::size_t number) : shelves(number) {}
    Shelves &live() { return shelves; }
    Shelves snapshot() { return shelves; }
};

PYBIND11_MODULE(loft, m)
{
    namespace py = pybind11;
    py::class_<Shelves>(m, "Shelves").def("put", &Shelves::put).def("total", &Shelves::total);
    py::class_<Loft>(m, "Loft")
        .def(py::init<std::size_t>())
        .def("live", &Loft::live, py::return_value_policy::reference_internal)
        .def("snapshot", &Loft::snapshot);
}
