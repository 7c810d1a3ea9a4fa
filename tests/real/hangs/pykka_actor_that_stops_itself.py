# An actor stops itself and waits for that; the message to stop lies behind the one it is at.
# https://github.com/jodal/pykka/issues/76
import pykka


class Importer(pykka.ThreadingActor):
    def finish(self):
        self.actor_ref.stop()  # <-- here
        return "done"


importer = Importer.start().proxy()
print("READY", flush=True)
print(importer.finish().get())  # <-- also
