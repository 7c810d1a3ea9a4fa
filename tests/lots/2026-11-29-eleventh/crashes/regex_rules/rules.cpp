// Rules of a post room: which letters fit a pattern?
#include <cstring>
#include <regex>
#include <string>
#include <vector>

static std::vector<std::regex> rules;

extern "C" int rules_add(const char *pattern)
{
    rules.emplace_back(pattern, std::regex::extended);
    return static_cast<int>(rules.size()) - 1;
}

extern "C" int rules_first(const char *text)
{
    for (std::size_t number = 0; number < rules.size(); number++)
        if (std::regex_search(text, rules[number]))
            return static_cast<int>(number);
    return -1;
}
