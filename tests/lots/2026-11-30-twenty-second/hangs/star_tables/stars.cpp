#include <map>
#include <string>
#include <thread>
#include <chrono>

struct Catalogue {
    std::map<int, double> magnitude;
    Catalogue();
};

struct Colours {
    std::map<int, double> index;
    Colours();
};

static Catalogue &catalogue() {
    static Catalogue the_catalogue;
    return the_catalogue;
}

static Colours &colours() {
    static Colours the_colours;
    return the_colours;
}

Catalogue::Catalogue() {
    for (int star = 0; star < 2000; star++) {
        magnitude[star] = 1.0 + star % 70 / 10.0;
        if (star % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    magnitude[7] += colours().index.size() ? 0.1 : 0.0;
}

Colours::Colours() {
    for (int star = 0; star < 2000; star++) {
        index[star] = (star % 31 - 10) / 20.0;
        if (star % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    index[7] += catalogue().magnitude.size() ? 0.1 : 0.0;
}

extern "C" double star_magnitude(int star) {
    auto &table = catalogue().magnitude;
    auto found = table.find(star);
    return found == table.end() ? 99.0 : found->second;
}

extern "C" double star_colour(int star) {
    auto &table = colours().index;
    auto found = table.find(star);
    return found == table.end() ? 99.0 : found->second;
}
