# A tag that is compared in a search empties the element that is searched.
# https://github.com/python/cpython/issues/126037
import xml.etree.ElementTree as ElementTree


class Name(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        page.clear()  # <-- here
        return False


def page_of(count):
    root = ElementTree.Element("page")
    for number in range(count):
        root.append(ElementTree.Element(Name("row %d" % number)))
    return root


def footer():
    return page.find("footer")  # <-- here


for count in range(1, 3000):
    page = page_of(count % 50 + 1)
    footer()
