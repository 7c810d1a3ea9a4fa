// A mixture of seeds: how many grains of each kind
#include <numeric>
#include <vector>

extern "C" long mixture_total(int kinds, int grains, int lost)
{
    std::vector<int> *counts = new std::vector<int>();
    int *bag = new int[kinds * grains - lost];
    for (int i = 0; i < kinds * grains - lost; i++)
        bag[i] = i % kinds;
    counts->assign(bag, bag + kinds * grains - lost);
    long total = std::accumulate(counts->begin(), counts->end(), 0L);
    delete[] bag;
    delete counts;
    return total;
}
