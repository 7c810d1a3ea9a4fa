#include <map>
#include <string>

namespace {
std::map<std::string, long> cents;

long to_cents(const std::string &text)
{
    std::size_t dot = text.find('.');
    long whole = std::stol(text.substr(0, dot));
    long part = dot == std::string::npos ? 0 : std::stol(text.substr(dot + 1));
    return whole * 100 + part;
}
}

extern "C" void prices_add(const char *article, const char *price)
{
    cents[article] = to_cents(price);
}

extern "C" long prices_total()
{
    long total = 0;
    for (const auto &entry : cents)
        total += entry.second;
    return total;
}
