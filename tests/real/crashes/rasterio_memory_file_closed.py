# A file in memory is rewound after it was closed: its handle is a null pointer.
# https://github.com/rasterio/rasterio/pull/2870
from rasterio.io import MemoryFile


def rewound(file):
    file.seek(0)  # <-- here
    return file


with MemoryFile(b"II*\0" + bytes(100)) as file:
    print(len(file))
print(rewound(file))
