# A handler has an __init__ of its own, which does not call that of the library's class.
# https://github.com/osmcode/pyosmium/issues/112
import os
import tempfile

import osmium

MAP = """<osm version="0.6">
<node id="1" version="1" lat="47.1" lon="9.5"/>
<node id="2" version="1" lat="47.2" lon="9.6"><tag k="amenity" v="bench"/></node>
</osm>
"""


class Benches(osmium.SimpleHandler):
    def __init__(self):
        self.found = []

    def node(self, node):
        if node.tags.get("amenity") == "bench":
            self.found.append(node.id)


def collect(path):
    handler = Benches()
    handler.apply_file(path)  # <-- here
    return handler.found


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "map.osm")
    with open(path, "w") as file:
        file.write(MAP)
    print(collect(path))  # <-- also
