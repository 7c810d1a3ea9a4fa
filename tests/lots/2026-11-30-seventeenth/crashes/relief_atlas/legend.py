"""The legend of a sheet: a sign for each band."""

SIGNS = ".:-=+*#%@"


def legend(counts, metres):
    for band, number in enumerate(counts):
        if number:
            sign = SIGNS[min(band, len(SIGNS) - 1)]
            yield f"{sign} {band * metres:4} to {(band + 1) * metres:4} m: {number}"
