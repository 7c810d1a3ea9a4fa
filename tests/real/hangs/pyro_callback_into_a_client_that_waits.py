# The server calls back into the client, whose daemon answers nothing while its thread waits for the
# server.
# https://github.com/irmen/Pyro4/issues/154
import multiprocessing

import Pyro5.api


@Pyro5.api.expose
class Builder:
    def build(self, watcher):
        watcher.progress(0.5)  # <-- here
        return "built"


@Pyro5.api.expose
class Watcher:
    def progress(self, share):
        print(share)


def serve(uris):
    daemon = Pyro5.api.Daemon()
    uris.put(str(daemon.register(Builder)))
    daemon.requestLoop()


if __name__ == "__main__":
    uris = multiprocessing.Queue()
    multiprocessing.Process(target=serve, args=(uris,), daemon=True).start()
    callbacks = Pyro5.api.Daemon()
    watcher = Watcher()
    callbacks.register(watcher)
    builder = Pyro5.api.Proxy(uris.get())
    print("READY", flush=True)
    print(builder.build(watcher))  # <-- here
