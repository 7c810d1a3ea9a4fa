#include <regex>
#include <string>

static std::regex pattern;

extern "C" void check_pattern(const char *text) { pattern = std::regex(text); }

extern "C" int check_line(const char *line)
{
    return std::regex_match(line, pattern);
}
