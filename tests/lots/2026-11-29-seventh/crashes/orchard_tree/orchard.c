/* A tree of apples by their weight */
#include <stdlib.h>

struct apple { int grams; struct apple *lighter, *heavier; };

struct apple *apple_put(struct apple *tree, int grams)
{
    struct apple **place = &tree;
    struct apple *first = tree;
    while (*place)
        place = grams < (*place)->grams ? &(*place)->lighter : &(*place)->heavier;
    *place = calloc(1, sizeof **place);
    (*place)->grams = grams;
    return first ? first : tree;
}

int apple_depth(const struct apple *tree)
{
    if (!tree)
        return 0;
    int left = apple_depth(tree->lighter), right = apple_depth(tree->heavier);
    return 1 + (left > right ? left : right);
}
