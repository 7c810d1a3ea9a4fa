#include <random>
#include <vector>

struct Drum {
    std::mt19937 engine;
    std::vector<int> tickets;
};

extern "C" {
Drum *drum_new(unsigned seed, int tickets) {
    Drum *drum = new Drum{std::mt19937(seed), {}};
    for (int ticket = 1; ticket <= tickets; ticket++)
        drum->tickets.push_back(ticket);
    return drum;
}

/* A ticket out of the drum, which does not come back. */
int drum_draw(Drum *drum) {
    std::uniform_int_distribution<int> place(0, (int)drum->tickets.size() - 1);
    int at = place(drum->engine);
    int ticket = drum->tickets[at];
    drum->tickets[at] = drum->tickets.back();
    drum->tickets.pop_back();
    return ticket;
}

void drum_delete(Drum *drum) { delete drum; }
}
