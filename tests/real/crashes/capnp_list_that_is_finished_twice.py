# A list that grows is added to after it was finished, and finished once more.
# https://github.com/capnproto/pycapnp/issues/182
import os
import tempfile

import capnp

SCHEMA = """@0x9d7d4f087df9b6e1;
struct Event {
  name @0 :Text;
  related @1 :List(Event);
}
"""


def close(names):
    entry = names.add()  # <-- also
    entry.name = "late"  # <-- also
    names.finish()  # <-- here


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "event.capnp")
    with open(path, "w") as file:
        file.write(SCHEMA)
    schema = capnp.load(path)
    event = schema.Event.new_message(name="first")
    names = event.init_resizable_list("related")
    close(names)  # <-- also
    print(len(event.related))
    close(names)  # <-- also
    print(len(event.related))
