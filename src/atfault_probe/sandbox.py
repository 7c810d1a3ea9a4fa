"""A process for the part of a program that may die: it is replaced, and the program goes on.

    box = atfault_probe.Sandbox()
    loss, weights = box.run(train_steps, weights, batch)

A failed kernel ends the use of the GPU for its whole process, and a crash in native code ends the
process itself. What runs here takes a child with it and nothing else: the program keeps its data,
its optimizer's state and its place in the data, and may call again.

The function has to be one that another process can import, and the script needs the usual
`if __name__ == "__main__":` of multiprocessing. Tensors go both ways through shared memory; those
on a device come back on the CPU. What a function keeps for itself in the child is gone with it, so
it should hand back its weights every so often.
"""

import os
import signal
import sys
from multiprocessing import connection
from multiprocessing.pool import ExceptionWithTraceback

import torch
import torch.multiprocessing

GPU_IS_LOST = ("CUDA error", "HIP error", "CUDNN_STATUS", "CUBLAS_STATUS", "device-side assert")
"""In the message of an exception after which the process cannot use the GPU any more."""
PATIENCE = 5
"""Seconds that a child has to end by itself."""


class SandboxDied(RuntimeError):
    """The child died while it ran a function. `signal`: what ended it, 0 for none; `exit_code`."""

    def __init__(self, message, exit_code=None):
        super().__init__(message)
        self.exit_code = exit_code
        self.signal = -exit_code if exit_code is not None and exit_code < 0 else 0

    def __reduce__(self):
        return type(self), (self.args[0], self.exit_code)


SandboxDied.__module__ = "atfault_probe"


class Sandbox(object):
    """Runs functions in a child process, one at a time. The child is started at the first call, and
    again after it has died. Not for use from several threads at once."""

    def __init__(self, setup=None):
        """setup(): called first in each new child, to build what every call needs there."""
        self._setup = setup
        self._process = None
        self._pipe = None

    def run(self, function, *args, **kwargs):
        """function(*args, **kwargs) in the child.

        What it raises is raised here; after a failure of the GPU the child is replaced. Raises
        SandboxDied when the child died. `function` and all values must be picklable.
        """
        self._ensure()
        name = getattr(function, "__qualname__", "a function")
        try:
            self._pipe.send((function, args, kwargs))
            kind, value = self._answer()
        except (EOFError, ConnectionError):
            raise self._death(name) from None
        except BaseException:
            self.close(wait=False)  # half of an answer may be on its way
            raise
        if kind == "result":
            return value
        if kind == "lost":
            self.close()
        raise value

    @property
    def pid(self):
        """Of the child; None when there is none."""
        return None if self._process is None else self._process.pid

    def close(self, wait=True):
        """End the child. The next call starts another."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None:
            return
        pipe.close()  # it sees the end, and leaves
        if wait:
            process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def _ensure(self):
        if self._process is not None and not self._process.is_alive():
            self.close()
        if self._process is None:
            context = torch.multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._setup), daemon=True)
            self._process.start()
            theirs.close()

    def _answer(self):
        """The child's; raises EOFError when it died instead."""
        connection.wait([self._pipe, self._process.sentinel])
        if not self._pipe.poll():
            raise EOFError
        return self._pipe.recv()

    def _death(self, name):
        self._process.join(PATIENCE)
        code = self._process.exitcode
        self.close(wait=False)
        if code is not None and code < 0:
            how = "died of %s" % signal.Signals(-code).name
        else:
            how = "left with exit code %s" % code
        return SandboxDied(
            "the sandbox %s in %s(); the next call starts another" % (how, name), code
        )


def _serve(pipe, setup):
    """The child: one call after the other until the parent closes the pipe."""
    if setup is not None:
        setup()
    while True:
        try:
            function, args, kwargs = pipe.recv()
        except EOFError:
            return
        is_lost = False
        try:
            answer = "result", _on_host(function(*args, **kwargs))
        except Exception as error:
            is_lost = _is_of_gpu(error)
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            wrapped = ExceptionWithTraceback(error, error.__traceback__)
            answer = "lost" if is_lost else "error", wrapped
        try:
            pipe.send(answer)
        except Exception as error:
            text = "what came of the call cannot be sent: %s" % error
            pipe.send(("lost" if is_lost else "error", TypeError(text)))
        del answer
        if is_lost:  # freeing what is on the GPU may abort now
            sys.stdout.flush()
            os._exit(0)


def _is_of_gpu(error):
    text = str(error)
    is_one = type(error).__name__ == "AcceleratorError" or isinstance(error, RuntimeError)
    return is_one and any(words in text for words in GPU_IS_LOST)


def _on_host(value):
    """The same with tensors on the CPU, in lists, tuples and dicts as well."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu()
    if type(value) is list:
        return [_on_host(part) for part in value]
    if type(value) is dict:
        return {key: _on_host(part) for key, part in value.items()}
    if isinstance(value, tuple):
        parts = [_on_host(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
