#include <stdlib.h>

struct category {
    int number;
    int articles;
    int parent;
};

static int sum_below(const struct category *all, int count, int number)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        if (all[i].number == number)
            sum += all[i].articles;
        if (all[i].parent == number)
            sum += sum_below(all, count, all[i].number);
    }
    return sum;
}

int tree_articles(const struct category *all, int count, int number)
{
    return sum_below(all, count, number);
}
