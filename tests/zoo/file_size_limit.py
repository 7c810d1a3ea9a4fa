# zoo: cause=killed signal=SIGXFSZ
import resource
import signal
import tempfile


def dump(file, rows):
    for row in range(rows):
        file.write(bytes([row % 256]) * 8192)  # <-- here


signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, resource.RLIM_INFINITY))
with tempfile.TemporaryFile(buffering=0) as file:
    dump(file, 20)
