#include <map>
#include <optional>
#include <string>

static std::map<std::string, int> departures = {{"morning", 640}, {"noon", 1215}, {"night", 2230}};

static std::optional<int> departure(const std::string &name)
{
    auto found = departures.find(name);
    if (found == departures.end())
        return std::nullopt;
    return found->second;
}

extern "C" int ferry_minutes(const char *name)
{
    int time = *departure(name);
    return time / 100 * 60 + time % 100;
}
