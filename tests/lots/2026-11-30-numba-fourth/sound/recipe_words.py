"""Words of recipes, counted in compiled code."""

from numba import njit, types
from numba.typed import Dict, List


@njit
def clean(word):
    return word.strip().lower().replace(",", "").replace(".", "")


@njit
def counted(lines):
    counts = Dict.empty(types.unicode_type, types.int64)
    for line in lines:
        for word in line.split():
            key = clean(word)
            if len(key) > 3:
                counts[key] = counts.get(key, 0) + 1
    return counts


@njit
def top(counts, least):
    words = List.empty_list(types.unicode_type)
    for word, count in counts.items():
        if count >= least:
            words.append(word)
    return "; ".join(sorted(words))


def main():
    lines = List()
    lines.append("Melt butter, add flour. Stir the flour.")
    lines.append("Add milk and stir. Butter a tin, dust with flour.")
    lines.append("Bake. Serve with butter and more Milk.")
    counts = counted(lines)
    print(top(counts, 2), "of", len(counts))


if __name__ == "__main__":
    main()
