// The voices of a choir, each in a thread of its own.
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <future>
#include <vector>

namespace py = pybind11;

double volume(const std::vector<double> &notes)
{
    double sum = 0;
    for (double note : notes)
        sum += note * note;
    return sum;
}

class Choir {
public:
    void add(std::vector<double> notes) { voices.push_back(std::move(notes)); }

    double sing(const std::function<double(double)> &colour)
    {
        std::vector<std::future<double>> singing;
        for (auto &notes : voices) {
            singing.push_back(std::async(std::launch::async, [&notes, &colour] {
                double loud = volume(notes);
                return loud > 100 ? colour(loud) : loud;
            }));
        }
        double sum = 0;
        for (auto &voice : singing)
            sum += voice.get();
        return sum;
    }

private:
    std::vector<std::vector<double>> voices;
};

PYBIND11_MODULE(choir, m)
{
    py::class_<Choir>(m, "Choir").def(py::init<>()).def("add", &Choir::add).def("sing", &Choir::sing);
}
