#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <vector>

namespace nb = nanobind;

class Reel {
public:
    explicit Reel(std::string title) : title_(std::move(title)) {}
    void splice(nb::handle clip) { clips_.push_back(clip); }
    size_t clips() const { return clips_.size(); }
    size_t frames(size_t width) const {
        size_t sum = 0;
        for (nb::handle clip : clips_) sum += nb::len(clip) / width;
        return sum;
    }
    nb::object clip(size_t at) const { return nb::borrow(clips_.at(at)); }
    const std::string &title() const { return title_; }

private:
    std::string title_;
    std::vector<nb::handle> clips_;
};

NB_MODULE(reel, m) {
    nb::class_<Reel>(m, "Reel")
        .def(nb::init<std::string>())
        .def("splice", &Reel::splice)
        .def("frames", &Reel::frames)
        .def("clip", &Reel::clip)
        .def("__len__", &Reel::clips)
        .def_prop_ro("title", &Reel::title);
}
