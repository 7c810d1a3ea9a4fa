#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

namespace py = pybind11;

struct Event {
    std::int64_t when;
    std::int32_t kind;
    std::int32_t host;
};

class Store {
public:
    explicit Store(std::size_t number)
    {
        events_.reserve(number);
        for (std::size_t i = 0; i < number; i++)
            events_.push_back({std::int64_t(1700000000 + i * 3), std::int32_t(i * 2654435761u % 7), std::int32_t(i % 40)});
    }
    std::size_t size() const { return events_.size(); }
    const Event &at(std::size_t i) const { return events_[i]; }

private:
    std::vector<Event> events_;
};

class Cursor {
public:
    Cursor(const Store &store, int kind) : store_(store), kind_(kind) {}

    py::object next()
    {
        while (at_ < store_.size()) {
            const Event &event = store_.at(at_++);
            if (event.kind == kind_)
                return py::make_tuple(event.when, event.host);
        }
        throw py::stop_iteration();
    }

private:
    const Store &store_;
    int kind_;
    std::size_t at_ = 0;
};

PYBIND11_MODULE(_events, m)
{
    py::class_<Store>(m, "Store").def(py::init<std::size_t>()).def("__len__", &Store::size);
    py::class_<Cursor>(m, "Cursor")
        .def(py::init<const Store &, int>())
        .def("__iter__", [](py::object self) { return self; })
        .def("__next__", &Cursor::next);
}
