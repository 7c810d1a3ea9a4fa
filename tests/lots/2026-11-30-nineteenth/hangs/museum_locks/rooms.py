"""Requests of the visitors' desk and of the loans office, one object a line."""

DESK = [("where", 12), ("name", 3), ("where", 3), ("name", 12), ("where", 40), ("where", 9)]
LOANS = [(9, "Town Hall"), (3, "Abbey"), (12, "Mill")]
OBJECTS = [(3, "Anvil", "hall A"), (9, "Barometer", "hall C"), (12, "Clavichord", "hall B"), (40, "Dulcimer", None)]
