#include <memory>
#include <string>
#include <vector>

class Ship;

class Pilot {
public:
    void board(std::shared_ptr<Ship> ship) { aboard.push_back(std::move(ship)); }
    std::vector<std::shared_ptr<Ship>> aboard;
};

class Ship : public std::enable_shared_from_this<Ship> {
public:
    Ship(std::string name, double draught) : name(std::move(name)), draught(draught) {}
    void call(Pilot &pilot) { pilot.board(shared_from_this()); }
    std::string name;
    double draught;
};

struct Harbour {
    std::vector<std::shared_ptr<Ship>> berthed;
    Pilot pilot;
    double depth = 9.5;
};

extern "C" {
Harbour *harbour_new() { return new Harbour; }

Ship *harbour_berth(Harbour *h, const char *name, double draught)
{
    h->berthed.push_back(std::make_shared<Ship>(name, draught));
    return h->berthed.back().get();
}

Ship *ship_new(const char *name, double draught) { return new Ship(name, draught); }

int ship_may_enter(Harbour *h, Ship *ship) { return ship->draught < h->depth; }

void ship_call_pilot(Harbour *h, Ship *ship) { ship->call(h->pilot); }

int harbour_piloted(Harbour *h) { return static_cast<int>(h->pilot.aboard.size()); }
}
