#include <memory>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace py = pybind11;

struct Player {
    std::string name, instrument;
    int desk;
    Player(std::string name, std::string instrument, int desk)
        : name(std::move(name)), instrument(std::move(instrument)), desk(desk) {}
};

struct Section {
    std::string title;
    std::vector<std::shared_ptr<Player>> players;
    explicit Section(std::string title) : title(std::move(title)) {}
    void seat(std::shared_ptr<Player> player) { players.push_back(std::move(player)); }
    void seat_first(Player *player) {
        players.insert(players.begin(), std::shared_ptr<Player>(player));
    }
    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const auto &player : players)
            result.push_back(player->name);
        return result;
    }
};

PYBIND11_MODULE(seats, m) {
    py::class_<Player, std::shared_ptr<Player>>(m, "Player")
        .def(py::init<std::string, std::string, int>())
        .def_readwrite("desk", &Player::desk)
        .def_readonly("instrument", &Player::instrument)
        .def_readonly("name", &Player::name);
    py::class_<Section>(m, "Section")
        .def(py::init<std::string>())
        .def("seat", &Section::seat)
        .def("seat_first", &Section::seat_first)
        .def("names", &Section::names)
        .def_readonly("title", &Section::title);
}
