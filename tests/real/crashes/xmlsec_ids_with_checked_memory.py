# Python checks its memory; the extension frees what another allocator gave.
# https://github.com/xmlsec/python-xmlsec/issues/259
import os
import sys

if "PYTHONMALLOC" not in os.environ:
    os.environ["PYTHONMALLOC"] = "debug"
    os.execv(sys.executable, [sys.executable, *sys.argv])

import xmlsec  # noqa: E402
from lxml import etree  # noqa: E402

document = etree.fromstring('<letter><body ID="first">Hello</body></letter>')
xmlsec.tree.add_ids(document, ["ID"])  # <-- here
print("ids added")
