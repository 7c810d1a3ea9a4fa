"""Reads the menus of several kitchens, and tells the cheapest dish of each."""

import concurrent.futures
import textwrap

from grammar import WEEK

KITCHENS = {
    "harbour": """
        monday
          soup: leek 3.20
          main: fish pie 7.50
        tuesday
          main: lentils 5.10
    """,
    "mill": """
        monday
          soup: pea (cold) (spicy) 2.90
          sweet: plum tart 3.00
    """,
}


def cheapest(kitchen, text):
    dishes = []
    for menu in WEEK.parse_string(textwrap.dedent(text), parse_all=True):
        for dish in menu.dishes:
            dishes.append((dish.price, dish.title, menu.day))
    return kitchen, min(dishes)


def main():
    with concurrent.futures.ThreadPoolExecutor(2, "kitchen") as pool:
        for kitchen, (price, title, day) in pool.map(cheapest, KITCHENS, KITCHENS.values()):
            print(f"{kitchen}: {title} on {day}, {price:.2f}", flush=True)


if __name__ == "__main__":
    main()
