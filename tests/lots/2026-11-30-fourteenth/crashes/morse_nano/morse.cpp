// Morse code: texts become lengths of tone and silence.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <map>
#include <string>

namespace nb = nanobind;

static const std::map<char, std::string> CODE = {
    {'a', ".-"},   {'b', "-..."}, {'c', "-.-."}, {'d', "-.."},  {'e', "."},    {'f', "..-."}, {'g', "--."},
    {'h', "...."}, {'i', ".."},   {'j', ".---"}, {'k', "-.-"},  {'l', ".-.."}, {'m', "--"},   {'n', "-."},
    {'o', "---"},  {'p', ".--."}, {'q', "--.-"}, {'r', ".-."},  {'s', "..."},  {'t', "-"},    {'u', "..-"},
    {'v', "...-"}, {'w', ".--"},  {'x', "-..-"}, {'y', "-.--"}, {'z', "--.."},
};

class Key {
public:
    explicit Key(double words_a_minute) : dot_(1.2 / words_a_minute) {}

    double dot() const { return dot_; }

    // Tones as positive lengths, silence as negative ones.
    nb::list lengths(const std::string &text) const
    {
        nb::list result;
        for (char letter : text) {
            auto found = CODE.find(letter);
            if (found == CODE.end()) {
                result.append(-7 * dot_);
                continue;
            }
            for (char sign : found->second) {
                result.append(sign == '.' ? dot_ : 3 * dot_);
                result.append(-dot_);
            }
            result.append(-2 * dot_);
        }
        return result;
    }

    double seconds(const std::string &text) const
    {
        double sum = 0;
        for (char letter : text) {
            auto found = CODE.find(letter);
            if (found == CODE.end()) {
                sum += 7 * dot_;
                continue;
            }
            for (char sign : found->second)
                sum += (sign == '.' ? 2 : 4) * dot_;
            sum += 2 * dot_;
        }
        return sum;
    }

private:
    double dot_;
};

NB_MODULE(morse, m)
{
    nb::class_<Key>(m, "Key")
        .def(nb::init<double>())
        .def_prop_ro("dot", &Key::dot)
        .def("seconds", &Key::seconds, nb::call_guard<nb::gil_scoped_release>())
        .def("lengths", &Key::lengths, nb::call_guard<nb::gil_scoped_release>());
}
