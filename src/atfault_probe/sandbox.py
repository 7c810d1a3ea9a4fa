"""A child process for the part of a program that may die: of a device-side assert, a segmentation
fault, out of memory. The parent keeps its state, and goes on with a fresh child.

    parent                                    child (spawned, as CUDA does not survive a fork)
    Sandbox(setup, save, every)  ── start ──▶ state = setup(what was saved last, or None)
    sandbox.run(f, batch)        ── call  ──▶ f(state, batch)
                                 ◀─ result ── what it returned or raised; now and then save(state)

What is passed and returned is pickled; of tensors of torch only the handle is, and their memory is
shared. What comes back of a GPU is copied to the CPU, as it would die with the child. Each call is
answered before the next is sent, so a child that dies takes no call with it but its own.
"""

import io
import pickle
import signal
import sys
import threading
import traceback

from atfault_probe.cuda_errors import is_fatal

START_SECONDS = 120.0
"""That a child may take to be there: it imports the program's main module, and torch."""
END_SECONDS = 5.0
MAX_TRACEBACK = 20_000
_READY, _RESULT, _RAISED, _UNFIT = "ready", "result", "raised", "unfit"


class SandboxDied(RuntimeError):
    """The child ended before it answered. The next call starts another one.

    exit_code: as of a process; None where it was ended because it did not answer in time.
    signal_number: of the signal that ended it, else None.
    """

    def __init__(self, message, exit_code=None):
        super().__init__(message)
        self.exit_code = exit_code
        self.signal_number = -exit_code if exit_code is not None and exit_code < 0 else None

    def __reduce__(self):
        return type(self), (self.args[0], self.exit_code)


class SandboxError(RuntimeError):
    """What was to be passed to the child, or back, cannot be: it is not picklable."""


for _one in (SandboxDied, SandboxError):
    _one.__module__ = "atfault_probe"


class Sandbox(object):
    """Runs functions in a child that may die and is replaced.

        with atfault_probe.Sandbox(make_model, save=weights) as sandbox:
            for batch in loader:
                try:
                    loss = sandbox.run(step, batch)
                except atfault_probe.SandboxDied:
                    continue                    # that batch is lost, the weights are not

    setup: called in each child with what `save` returned last (None at first); what it returns is
    the first argument of every function. Without it they get what is passed to `run` alone.
    save: called in the child with that state, after every `every` calls that went well; what it
    returns is kept in the parent, as `saved`.
    timeout: seconds that a call may take, None for any; `setup` may take START_SECONDS at least.

    Functions are found by their names in the child, so they must be those of a module; where that
    is the program itself, it needs the usual `if __name__ == "__main__":`.

    A CUDA error that leaves the context unusable ends the child after it has been raised here.
    """

    def __init__(self, setup=None, save=None, every=1, timeout=None):
        if save is not None and setup is None:
            raise ValueError("save is called with what setup returns: there is no setup")
        if every < 1:
            raise ValueError("every must be 1 or more, not %r" % (every,))
        self._setup = setup
        self._save = save
        self._every = every
        self._timeout = timeout
        self._lock = threading.Lock()
        self._process = None
        self._pipe = None
        self._is_closed = False
        self.saved = None
        """What `save` returned last."""
        self.started = 0
        """Children so far."""

    def run(self, function, *args, **kwargs):
        """What `function(state, *args, **kwargs)` returns in the child; raises what it raises.

        Raises SandboxDied where the child dies, or takes too long; SandboxError for what cannot be
        passed. One call runs at a time; other threads wait.
        """
        with self._lock:
            if self._is_closed:
                raise ValueError("the sandbox is closed")
            message = _packed((function, args, kwargs))
            if self._process is None or not self._process.is_alive():
                self._start()
            self._send(message)
            return self._answer()

    def close(self):
        """End the child. Calls after it raise ValueError."""
        with self._lock:
            self._is_closed = True
            self._end(kill=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def pid(self):
        """Of the child; None where there is none."""
        return None if self._process is None else self._process.pid

    def _start(self):
        self._end(kill=True)
        context = _multiprocessing().get_context("spawn")
        self._pipe, theirs = context.Pipe()
        packed = _packed((self._setup, self._save, self._every, self.saved))
        self._process = context.Process(
            target=_child, args=(theirs,), name="atfault-sandbox", daemon=True
        )
        self._process.start()
        theirs.close()
        self.started += 1
        self._send(packed)
        kind, answer = self._receive(max(START_SECONDS, self._timeout or 0.0))
        if kind != _READY:
            self._end(kill=True)
            raise _unpacked_error(answer)

    def _answer(self):
        kind, answer = self._receive(self._timeout)
        if kind == _UNFIT:
            raise SandboxError(answer)
        if kind == _RAISED:
            error = _unpacked_error(answer)
            if answer["is_fatal"]:
                self._end(kill=True)
            raise error
        value, saved = answer
        if saved:
            self.saved = saved[0]
        return value

    def _send(self, packed):
        try:
            self._pipe.send_bytes(packed)
        except (BrokenPipeError, ConnectionError):
            raise self._died() from None

    def _receive(self, seconds):
        """(kind, answer)."""
        try:
            if not self._pipe.poll(seconds):
                self._end(kill=True)
                raise SandboxDied(
                    "the sandbox did not answer within %g s, and was ended" % (seconds,)
                )
            return pickle.loads(self._pipe.recv_bytes())
        except (EOFError, ConnectionError, FileNotFoundError):
            raise self._died() from None

    def _died(self):
        process = self._process
        process.join(END_SECONDS)
        code = process.exitcode
        self._end(kill=True)
        if code is None:
            return SandboxDied("the sandbox went away without an answer")
        if code < 0:
            try:
                how = "of %s" % signal.Signals(-code).name
            except ValueError:
                how = "of signal %d" % -code
        else:
            how = "with exit code %d" % code
        return SandboxDied("the sandbox died %s before it answered" % how, code)

    def _end(self, kill):
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()  # a child that waits for a call ends by that
        if process is None:
            return
        if not kill:
            process.join(END_SECONDS)
        if process.is_alive():
            process.kill()
        process.join()


def _multiprocessing():
    """torch's, which shares the memory of tensors, where torch is used; else the plain one."""
    if "torch" in sys.modules:
        import torch.multiprocessing

        return torch.multiprocessing
    import multiprocessing

    return multiprocessing


def _packed(value):
    """The value, pickled. Raises SandboxError."""
    from multiprocessing.reduction import ForkingPickler

    class Pickler(ForkingPickler):
        """Memory of tensors is shared; what is on a device comes as a copy."""

        def reducer_override(self, thing):
            where = _device_of(thing)
            if where == "meta":
                raise SandboxError("a tensor on meta has no values")
            if where:
                here = thing.detach().cpu()
                return self.dispatch_table[type(here)](here)
            return NotImplemented

    _multiprocessing()
    buffer = io.BytesIO()
    try:
        Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(value)
    except SandboxError:
        raise
    except Exception as error:
        raise SandboxError("cannot be passed: %s: %s" % (type(error).__name__, error)) from error
    return buffer.getvalue()


def _device_of(thing):
    """ "cuda:0" for a tensor there; "" for all else."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(thing, torch.Tensor):
        return ""
    return "" if thing.device.type == "cpu" else str(thing.device)


def _unpacked_error(answer):
    """The exception as it was raised in the child, whose traceback is its cause."""
    try:
        error = pickle.loads(answer["error"])
    except Exception:
        error = None
    if not isinstance(error, BaseException):
        error = RuntimeError("%s: %s" % (answer["type"], answer["message"]))
    error.__cause__ = _InChild(answer["traceback"])
    return error


class _InChild(Exception):
    """The text of a traceback of the child."""

    def __str__(self):
        return "\n" + self.args[0]


# -- in the child ----------------------------------------------------------------------------------


def _child(pipe):
    try:
        setup, save, every, saved = pickle.loads(pipe.recv_bytes())
        given = () if setup is None else (setup(saved),)
    except EOFError:
        return
    except BaseException as error:
        pipe.send_bytes(pickle.dumps(("failed", _told(error))))
        return
    pipe.send_bytes(pickle.dumps((_READY, None)))
    done = 0
    while True:
        try:
            packed = pipe.recv_bytes()
        except (EOFError, ConnectionError, KeyboardInterrupt):
            return
        answer, went_well = _answer_to(packed, given, save if (done + 1) % every == 0 else None)
        done += went_well
        try:
            pipe.send_bytes(answer)
        except (BrokenPipeError, ConnectionError):
            return


def _answer_to(packed, given, save):
    """(the answer, whether the call went well)."""
    try:
        function, args, kwargs = pickle.loads(packed)
        value = function(*given, *args, **kwargs)
        saved = () if save is None else (save(*given),)
    except SystemExit:
        raise
    except BaseException as error:
        return pickle.dumps((_RAISED, _told(error))), False
    try:
        return _packed((_RESULT, (value, saved))), True
    except SandboxError as error:
        return pickle.dumps((_UNFIT, "the result %s" % error)), True


def _told(error):
    """An exception as plain values, and itself where it can be pickled and read again."""
    lines = traceback.format_exception(type(error), error, error.__traceback__)
    try:
        packed = _packed(error)
        pickle.loads(packed)
    except Exception:
        packed = b""
    try:
        message = str(error)
    except Exception:
        message = ""
    return {
        "error": packed,
        "type": type(error).__name__,
        "message": message,
        "traceback": "".join(lines)[-MAX_TRACEBACK:],
        "is_fatal": is_fatal(error, message),
    }
