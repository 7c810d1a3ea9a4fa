#include <pybind11/pybind11.h>
#include <memory>
#include <string>
#include <vector>

namespace py = pybind11;

struct Mesh {
    std::vector<double> heights;
    double tallest(double floor) const {
        double best = floor;
        for (double h : heights)
            if (h > best)
                best = h;
        return best;
    }
};

struct Landscape {
    std::string name;
    Mesh meshes[2];
    explicit Landscape(std::string n, size_t cells) : name(std::move(n)) {
        for (int m = 0; m < 2; m++) {
            meshes[m].heights.resize(cells);
            for (size_t i = 0; i < cells; i++)
                meshes[m].heights[i] = double((i * 37 + m) % 1000);
        }
    }
    Mesh &mesh(int number) { return meshes[number & 1]; }
};

PYBIND11_MODULE(scene, m)
{
    py::class_<Mesh>(m, "Mesh").def("tallest", &Mesh::tallest, py::arg("floor") = 0.0);
    py::class_<Landscape>(m, "Landscape")
        .def(py::init<std::string, size_t>())
        .def_readonly("name", &Landscape::name)
        .def("mesh", &Landscape::mesh, py::return_value_policy::reference);
}
