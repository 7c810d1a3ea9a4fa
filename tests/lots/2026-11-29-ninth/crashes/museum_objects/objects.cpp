// Objects of a museum: pictures, coins, and what else there is
#include <memory>
#include <string>
#include <vector>

namespace {

struct Object {
    explicit Object(std::string name) : name(std::move(name)) {}
    virtual ~Object() = default;
    std::string name;
};

struct Picture : Object {
    Picture(std::string name, double width, double height)
        : Object(std::move(name)), width(width), height(height) {}
    double width, height;
};

struct Coin : Object {
    Coin(std::string name, int year) : Object(std::move(name)), year(year) {}
    int year;
};

std::vector<std::unique_ptr<Object>> objects;

} // namespace

extern "C" {

int object_picture(const char *name, double width, double height)
{
    objects.push_back(std::make_unique<Picture>(name, width, height));
    return static_cast<int>(objects.size()) - 1;
}

int object_coin(const char *name, int year)
{
    objects.push_back(std::make_unique<Coin>(name, year));
    return static_cast<int>(objects.size()) - 1;
}

double object_wall(int number)
{
    const Picture &picture = dynamic_cast<const Picture &>(*objects[number]);
    return picture.width * picture.height;
}
}
