"""Recipes: what a thing is made of, and how long that takes."""

import dataclasses
import pathlib
import time


@dataclasses.dataclass(frozen=True)
class Recipe:
    name: str
    parts: tuple = ()
    seconds: float = 9

    def make(self, folder):
        missing = [part for part in self.parts if not (folder / part).exists()]
        if missing:
            raise FileNotFoundError(f"{self.name} needs {missing}")
        time.sleep(self.seconds)
        (folder / self.name).write_text(f"{self.name} of {', '.join(self.parts) or 'nothing'}\n")


RECIPES = [
    Recipe("flour", seconds=14),
    Recipe("dough", ("flour", "yeast")),
    Recipe("tins", seconds=17),
    Recipe("jam", ("berries",)),
    Recipe("oven", seconds=21),
    Recipe("label", seconds=12),
    Recipe("box", ("label",)),
]


def folder_of(path):
    folder = pathlib.Path(path)
    folder.mkdir(exist_ok=True)
    return folder
