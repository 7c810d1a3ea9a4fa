// The table of all units
#include "table.h"

std::unordered_map<std::string, double> units;

Unit::Unit(const char *name, double factor) : name(name)
{
    units[name] = factor;
}

extern "C" double unit_factor(const char *name)
{
    auto found = units.find(name);
    return found == units.end() ? 0 : found->second;
}
