#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <vector>

namespace py = pybind11;

class Basin {
public:
    Basin(std::size_t cells, double depth) : level_(cells, 0.0), flow_(cells + 1, 0.0), depth_(depth) {}

    double run(int steps, py::object progress)
    {
        for (int step = 0; step < steps; step++) {
            level_[0] = std::sin(step * 0.01);
            advance();
            if (!progress.is_none() && step % 100000 == 99999)
                progress(step + 1, level_.back());
        }
        return level_.back();
    }

    std::vector<double> levels() const { return level_; }

private:
    void advance()
    {
        for (std::size_t i = 1; i < level_.size(); i++)
            flow_[i] += 0.02 * 9.81 * (level_[i - 1] - level_[i]) - 0.001 * flow_[i];
        for (std::size_t i = 1; i < level_.size(); i++)
            level_[i] += 0.02 * depth_ * (flow_[i] - flow_[i + 1]);
    }

    std::vector<double> level_, flow_;
    double depth_;
};

PYBIND11_MODULE(_tides, m)
{
    py::class_<Basin>(m, "Basin")
        .def(py::init<std::size_t, double>())
        .def("run", &Basin::run, py::arg("steps"), py::arg("progress") = py::none(),
             py::call_guard<py::gil_scoped_release>())
        .def("levels", &Basin::levels);
}
