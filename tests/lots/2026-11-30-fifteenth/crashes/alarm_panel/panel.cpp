#include <pybind11/pybind11.h>
#include <memory>
#include <string>
#include <vector>

namespace py = pybind11;

class Listener {
public:
    virtual ~Listener() = default;
    virtual void heard(const std::string &zone, int level) = 0;
};

class PyListener : public Listener {
public:
    using Listener::Listener;
    void heard(const std::string &zone, int level) override
    {
        PYBIND11_OVERRIDE_PURE(void, Listener, heard, zone, level);
    }
};

class Panel {
public:
    void add(std::shared_ptr<Listener> listener) { listeners.push_back(std::move(listener)); }
    void report(const std::string &zone, int level) noexcept
    {
        for (auto &listener : listeners)
            listener->heard(zone, level);
    }

private:
    std::vector<std::shared_ptr<Listener>> listeners;
};

PYBIND11_MODULE(panel, m)
{
    py::class_<Listener, PyListener, std::shared_ptr<Listener>>(m, "Listener")
        .def(py::init<>())
        .def("heard", &Listener::heard);
    py::class_<Panel>(m, "Panel")
        .def(py::init<>())
        .def("add", &Panel::add)
        .def("report", &Panel::report);
}
