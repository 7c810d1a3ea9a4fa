#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string_view>
#include <vector>

namespace py = pybind11;

class Verses {
public:
    explicit Verses(std::string_view text) : text_(text) {
        size_t from = 0;
        while (from < text.size()) {
            size_t to = text.find('\n', from);
            if (to == std::string_view::npos)
                to = text.size();
            lines_.push_back(text.substr(from, to - from));
            from = to + 1;
        }
    }

    size_t size() const { return lines_.size(); }

    std::vector<size_t> with(std::string_view word) const {
        std::vector<size_t> found;
        for (size_t i = 0; i < lines_.size(); i++)
            if (lines_[i].find(word) != std::string_view::npos)
                found.push_back(i);
        return found;
    }

private:
    std::string_view text_;
    std::vector<std::string_view> lines_;
};

PYBIND11_MODULE(verses, m) {
    py::class_<Verses>(m, "Verses")
        .def(py::init<std::string_view>())
        .def("__len__", &Verses::size)
        .def("with_word", &Verses::with);
}
