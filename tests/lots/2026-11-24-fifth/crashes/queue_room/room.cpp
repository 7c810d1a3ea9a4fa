#include <vector>

static std::vector<int> seats;

extern "C" void room_seats(int count) { seats.resize(count); }

extern "C" long room_sum(void)
{
    long sum = 0;
    for (int seat : seats)
        sum += seat;
    return sum;
}
