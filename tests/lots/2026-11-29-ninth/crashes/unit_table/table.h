#pragma once
#include <string>
#include <unordered_map>

extern std::unordered_map<std::string, double> units;

struct Unit {
    Unit(const char *name, double factor);
    const char *name;
};
