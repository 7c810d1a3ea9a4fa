# The class itself is called in place of the method that makes one: there is no compressor in it.
# https://github.com/indygreg/python-zstandard/issues/331
import zstandard


def usage(writer):
    return writer.memory_size()  # <-- here


print(usage(zstandard.ZstdCompressionWriter()))
