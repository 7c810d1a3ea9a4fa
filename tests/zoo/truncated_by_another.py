# zoo: cause=file-truncated signal=SIGBUS core=yes first=yes
import mmap
import os
import subprocess
import sys
import tempfile

PAGE = 4096


def scan(area, pages):
    return [area[page * PAGE] for page in range(pages)]  # <-- here


with tempfile.NamedTemporaryFile() as file:
    file.write(bytes(64 * PAGE))
    file.flush()
    area = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    script = "import os, sys; os.truncate(sys.argv[1], 4096 * 16)"
    subprocess.run([sys.executable, "-c", script, file.name], check=True)
    print(sum(scan(area, 64)))
