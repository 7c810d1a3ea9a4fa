#include <cstdint>
#include <filesystem>

namespace fs = std::filesystem;

extern "C" std::uint64_t usage_of(const char *folder)
{
    std::uint64_t bytes = 0;
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder))
        bytes += fs::file_size(entry.path());
    return bytes;
}
