"""Make all that there are recipes for, two at a time."""

import logging
import tempfile

from maker import recipes, tokens, workers


def main():
    logging.basicConfig(level=logging.INFO, format="%(processName)s: %(message)s")
    with tempfile.TemporaryDirectory() as scratch:
        folder = recipes.folder_of(scratch)
        maker = workers.Maker(folder, tokens.Tokens(2))
        for recipe in recipes.RECIPES:
            maker.start(recipe)
        print("done:", *maker.finish(), flush=True)
        print("made:", *sorted(path.name for path in folder.iterdir()))


if __name__ == "__main__":
    main()
