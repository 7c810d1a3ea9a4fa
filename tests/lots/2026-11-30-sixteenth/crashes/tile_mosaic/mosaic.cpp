#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

namespace nb = nanobind;

struct Stone {
    std::string colour;
    double size = 1;
};

class Mosaic {
public:
    explicit Mosaic(size_t number) : stones(number, Stone{"white", 1}) {}

    Stone *at(size_t index) { return index < stones.size() ? &stones[index] : nullptr; }

    Stone *largest()
    {
        Stone *best = nullptr;
        for (auto &stone : stones)
            if (!best || stone.size > best->size)
                best = &stone;
        return best;
    }

    double area() const
    {
        double sum = 0;
        for (auto &stone : stones)
            sum += stone.size * stone.size;
        return sum;
    }

private:
    std::vector<Stone> stones;
};

NB_MODULE(mosaic, m)
{
    nb::class_<Stone>(m, "Stone").def_rw("colour", &Stone::colour).def_rw("size", &Stone::size);
    nb::class_<Mosaic>(m, "Mosaic")
        .def(nb::init<size_t>())
        .def("at", &Mosaic::at, nb::rv_policy::reference_internal)
        .def("largest", &Mosaic::largest)
        .def("area", &Mosaic::area);
}
