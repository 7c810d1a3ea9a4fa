#include <nanobind/nanobind.h>
#include <array>
#include <vector>

namespace nb = nanobind;

struct Station {
    std::array<double, 4096> load{};
    int number;

    explicit Station(int n) : number(n) {}
    double mean() const
    {
        double sum = 0;
        for (double value : load)
            sum += value;
        return sum / load.size();
    }
};

struct Network {
    std::vector<Station> stations;

    Station &add()
    {
        stations.emplace_back(static_cast<int>(stations.size()));
        return stations.back();
    }
};

NB_MODULE(graph, m)
{
    nb::class_<Station>(m, "Station")
        .def_ro("number", &Station::number)
        .def("mean", &Station::mean);
    nb::class_<Network>(m, "Network")
        .def(nb::init<>())
        .def("add", &Network::add, nb::rv_policy::reference_internal)
        .def("__len__", [](const Network &network) { return network.stations.size(); });
}
