import configparser
import contextlib
import ctypes
import functools
import io
import logging
import time

log = logging.getLogger("tracing")


class Sampler:
    def __init__(self, path, section):
        self.library = ctypes.CDLL(path)
        self.library.sampler_open.restype = ctypes.c_void_p
        self.library.sampler_open.argtypes = [ctypes.c_char_p]
        self.library.sampler_keeps.argtypes = [ctypes.c_void_p]
        text = "\n".join(f"{name}={value}" for name, value in section.items())
        self.handle = self.library.sampler_open(text.encode())

    def __bool__(self):
        return bool(self.library.sampler_keeps(self.handle))


class Tracer:
    def __init__(self, path, text):
        config = configparser.ConfigParser()
        config.read_file(io.StringIO(text))
        self.samplers = {name: Sampler(path, config[name]) for name in config.sections()}
        self.spans = []

    @contextlib.contextmanager
    def span(self, name):
        started = time.perf_counter()
        yield
        if self.samplers[name]:
            self.spans.append((name, time.perf_counter() - started))

    def traced(self, name):
        def decorate(function):
            @functools.wraps(function)
            def call(*args):
                with self.span(name):
                    return function(*args)

            return call

        return decorate
