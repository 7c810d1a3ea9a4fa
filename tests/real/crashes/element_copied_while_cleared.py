# An element of a tree empties its parent while the tree is copied.
# https://github.com/python/cpython/issues/133009
import copy
import xml.etree.ElementTree as tree


class Link(tree.Element):
    def __deepcopy__(self, memo):
        page.clear()  # <-- here
        return self


def copy_page():
    return copy.deepcopy(page)  # <-- here


page = tree.Element("page")
for _ in range(40):
    page.append(Link("a"))
copy_page()
