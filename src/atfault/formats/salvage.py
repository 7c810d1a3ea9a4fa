"""The index of a file that atfault_probe.salvage wrote: a zip archive with `index.json`.

Nothing but the index is read; what is pickled beside it is not touched.
"""

import json
import zipfile
import zlib

from atfault.errors import FormatError
from atfault.model.codec import read_record
from atfault.model.salvage import Salvage

MAGIC = b"PK\x03\x04"
INDEX = "index.json"
MAX_INDEX = 16 << 20
VERSION = 1


def read_salvage(path: str) -> Salvage:
    """The index. Raises FormatError, OSError."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(INDEX) as file:
            data = file.read(MAX_INDEX + 1)
    except (zipfile.BadZipFile, KeyError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise FormatError(f"{path} is no file of atfault_probe.salvage: {error}") from None
    if len(data) > MAX_INDEX:
        raise FormatError(f"{path}: its index is larger than {MAX_INDEX >> 20} MiB")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path}: its index is damaged: {error}") from None
    if not isinstance(plain, dict) or plain.get("version") != VERSION:
        raise FormatError(f"{path}: its index is not of version {VERSION}")
    return read_record(Salvage, plain)._replace(plain=plain)
