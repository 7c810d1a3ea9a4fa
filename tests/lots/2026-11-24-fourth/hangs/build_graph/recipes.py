"""Recipes: what a target is made of."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Recipe:
    name: str
    needs: tuple = ()
    seconds: float = 0.0


BOOK = {
    recipe.name: recipe
    for recipe in (
        Recipe("base", (), 0.2),
        Recipe("ssl", ("base",), 0.4),
        Recipe("http", ("ssl", "codecs"), 0.3),
        Recipe("codecs", ("base", "images"), 0.2),
        Recipe("images", ("base", "viewer"), 0.5),
        Recipe("viewer", ("http", "base"), 0.3),
        Recipe("docs", ("base",), 0.1),
    )
}
