#include <algorithm>
#include <vector>

typedef int (*before_function)(int one, int other);

extern "C" void ranking_sort(int *numbers, int count, before_function before)
{
    std::vector<int> work(numbers, numbers + count);
    std::sort(work.begin(), work.end(), [before](int one, int other) {
        return before(one, other) != 0;
    });
    std::copy(work.begin(), work.end(), numbers);
}

extern "C" void ranking_by_points(int *numbers, int count, const int *points)
{
    std::sort(numbers, numbers + count, [points](int one, int other) {
        return points[one] >= points[other];
    });
}
