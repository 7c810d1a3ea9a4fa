RECIPES = {
    "bread": {"dough": 1.0, "salt": 0.01},
    "dough": {"flour": 0.7, "water": 0.3, "leaven": 0.1},
    "leaven": {"flour": 0.05, "dough": 0.05},
    "soup": {"stock": 0.5, "leek": 0.2},
    "stock": {"bones": 0.4, "water": 0.8},
}
PRICES = {"flour": 1.2, "water": 0.002, "salt": 0.6, "leek": 2.4, "bones": 3.1}
