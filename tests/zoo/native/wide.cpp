/* A table whose rows are as many as it is told, without a look at what that means. */
#include <cstddef>
#include <vector>

static std::vector<double> *rows;

extern "C" size_t reserve_rows(size_t count) noexcept {
    rows = new std::vector<double>(count);
    return rows->size();
}
