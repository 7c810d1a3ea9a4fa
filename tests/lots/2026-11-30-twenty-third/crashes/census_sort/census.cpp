#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
typedef int (*visit)(void *state, long number);
long walk_range(long from, long to, long step, visit each, void *state);
}

struct Census {
    std::vector<long> ages;
    std::vector<long> counts = std::vector<long>(12);
    std::string error;
};

static int count(void *state, long number) {
    auto census = static_cast<Census *>(state);
    long age = census->ages.at(number);
    if (age < 0 || age >= 120) throw std::domain_error("age " + std::to_string(age));
    census->counts[age / 10]++;
    return 0;
}

extern "C" {
Census *census_new() { return new Census; }
void census_add(Census *census, long age) { census->ages.push_back(age); }
long census_count(Census *census, long step) {
    try {
        return walk_range(0, (long)census->ages.size(), step, count, census);
    } catch (const std::exception &error) {
        census->error = error.what();
        return -1;
    }
}
const char *census_error(Census *census) { return census->error.c_str(); }
long census_decade(Census *census, int decade) { return census->counts[decade]; }
void census_free(Census *census) { delete census; }
}
