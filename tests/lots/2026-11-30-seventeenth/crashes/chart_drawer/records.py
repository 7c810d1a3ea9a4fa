"""Records of the years, worked out before anything is drawn."""

import statistics


def wettest(months):
    return max(range(len(months)), key=months.__getitem__) + 1


def summary(year, months):
    return f"{year}: {sum(months)} mm, {statistics.median(months):.0f} mm in the middle, most in month {wettest(months)}"
