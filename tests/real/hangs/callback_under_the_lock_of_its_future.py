# A result is set while the lock of the pending calls is held; the future's callback makes another
# call, which needs that lock.
# https://github.com/google/ml-compiler-opt/pull/108
import concurrent.futures
import threading


class Stub:
    def __init__(self):
        self.lock = threading.Lock()
        self.pending = {}

    def call(self, name):
        future = concurrent.futures.Future()
        with self.lock:  # <-- here
            self.pending[name] = future
        return future

    def answer(self, name, value):
        with self.lock:  # <-- also
            self.pending.pop(name).set_result(value)  # <-- also


stub = Stub()
compiled = stub.call("compile")
compiled.add_done_callback(lambda future: stub.call("link"))  # <-- also
pump = threading.Thread(target=stub.answer, args=("compile", 0), name="pump")
print("READY", flush=True)
pump.start()
pump.join()  # <-- also
