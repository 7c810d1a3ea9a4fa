"""Weighs pages: parses long documents with html5lib and counts what is in them."""

import collections
import random
import threading
import time

import html5lib


def page(seed, paragraphs):
    chance = random.Random(seed)
    words = ["stone", "river", "mill", "<b>wheel", "</b>sack", "<i>flour</i>", "&amp;"]
    body = "".join(f"<p class=n{n}>" + " ".join(chance.choice(words) for _ in range(60)) for n in range(paragraphs))
    return f"<!doctype html><title>{seed}</title><table><tr><td>{body}</table>"


class Scale:
    def __init__(self):
        self.counts = collections.Counter()

    def weigh(self, text):
        tree = html5lib.parse(text, namespaceHTMLElements=False)
        self.counts.update(element.tag for element in tree.iter() if isinstance(element.tag, str))
        return sum(self.counts.values())


def bell():
    while True:
        time.sleep(0.8)


def main():
    threading.Thread(target=bell, daemon=True).start()
    scale = Scale()
    for seed in range(60):
        print(seed, scale.weigh(page(seed, 3000)), flush=True)


if __name__ == "__main__":
    main()
