import queue
import threading
from concurrent.futures import Future


class Stop:
    pass


class Actor:
    """A thread with a mailbox. tell() puts something there, ask() waits for its answer."""

    def __init__(self, name):
        self.name = name
        self._mailbox = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self):
        self._thread.start()
        return self

    def tell(self, message):
        self._mailbox.put((message, None))

    def ask(self, message):
        answer = Future()
        self._mailbox.put((message, answer))
        return answer.result()

    def join(self):
        self._thread.join()

    def _run(self):
        self.on_start()
        while True:
            message, answer = self._mailbox.get()
            if isinstance(message, Stop):
                break
            try:
                value = self.receive(message)
            except Exception as error:
                if answer is not None:
                    answer.set_exception(error)
            else:
                if answer is not None:
                    answer.set_result(value)
        self.on_stop()

    def on_start(self):
        pass

    def on_stop(self):
        pass

    def receive(self, message):
        raise NotImplementedError


class Supervisor(Actor):
    def __init__(self, name):
        super().__init__(name)
        self.children = {}
        self.notes = {}

    def receive(self, message):
        verb, *rest = message
        return getattr(self, "do_" + verb)(*rest)

    def do_spawn(self, factory, name, *args):
        self.children[name] = factory(name, self, *args).start()
        return self.children[name]

    def do_note(self, name, text):
        self.notes[name] = text
        return len(self.notes)

    def do_stop_child(self, name):
        child = self.children.pop(name)
        child.tell(Stop())
        child.join()
        return self.notes.get(name)
