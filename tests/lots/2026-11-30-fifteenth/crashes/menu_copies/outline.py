"""Outlines as XML: a paragraph that is indented lies in the one before."""

import copy
import xml.etree.ElementTree as ElementTree


class Outline:
    def __init__(self, title):
        self.root = ElementTree.Element("outline", title=title)
        self._path = [self.root]

    def add(self, depth, text):
        del self._path[depth + 1 :]
        element = ElementTree.SubElement(self._path[-1], "item", text=text)
        self._path.append(element)

    def draft(self):
        del self._path[1:]
        return Draft(copy.deepcopy(self.root))


class Draft:
    def __init__(self, root):
        self.root = root

    def number(self):
        return sum(1 for _ in self.root.iter("item"))
