// Berths of a marina, and who lies there until when
#include <cstring>
#include <string>
#include <unordered_map>

struct Boat {
    std::string name;
    int until;
    char papers[4096];
};

static std::unordered_map<int, Boat> berths;

extern "C" {

void berth_take(int berth, const char *name, int until)
{
    Boat &boat = berths[berth];
    boat.name = name;
    boat.until = until;
    std::memset(boat.papers, 'p', sizeof boat.papers);
}

// Boats whose time is over leave; how many did
int berth_evening(int day)
{
    int left = 0;
    for (auto place = berths.begin(); place != berths.end(); ++place) {
        if (place->second.until <= day) {
            left++;
            berths.erase(place);
        }
    }
    return left;
}

int berth_count()
{
    return static_cast<int>(berths.size());
}
}
