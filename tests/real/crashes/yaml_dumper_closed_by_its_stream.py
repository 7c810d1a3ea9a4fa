# The stream that a dumper writes to closes the dumper.
# https://github.com/yaml/pyyaml/issues/956
import yaml


class Stream:
    dumper = None

    def write(self, text):
        if self.dumper:
            dumper, self.dumper = self.dumper, None
            dumper.close()  # <-- here


class Dumper(yaml.CDumper):
    def __init__(self, stream, *arguments, **options):
        super().__init__(stream, *arguments, **options)
        stream.dumper = self


def save(value):
    yaml.dump(value, Stream(), Dumper=Dumper)  # <-- here


save({"name": "value"})
