"""Names of the reels that were found in the attic."""

NAMES = ("harvest", "wedding", "the lake", "school 1961")
