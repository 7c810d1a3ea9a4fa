# The garbage collector shows a list that C code has not filled yet.
# https://github.com/python/cpython/issues/146056
import gc
import xml.etree.ElementTree as ET

builder = ET.TreeBuilder()
for _ in range(10):
    builder.start("a", {})
for _ in range(10):
    builder.end("a")
root = builder.close()
holder = next(one for one in gc.get_referrers(root[0]) if isinstance(one, list))
print(len(holder), holder[-1])  # <-- here
