# A document of very many levels is copied.
# https://github.com/python/cpython/issues/148801
import copy
import xml.etree.ElementTree as ET

root = leaf = ET.Element("list")
for _ in range(500_000):
    leaf = ET.SubElement(leaf, "item")
print("built")
twin = copy.deepcopy(root)  # <-- here
