// A cache of keys by name
#include <string>
#include <unordered_map>

static std::unordered_map<std::string, long> keys;

extern "C" long key_of(const char *name)
{
    auto found = keys.find(name);
    if (found != keys.end())
        return found->second;
    long key = 17;
    for (const char *letter = name; *letter; letter++)
        key = key * 31 + *letter;
    keys[name] = key;
    return key;
}
