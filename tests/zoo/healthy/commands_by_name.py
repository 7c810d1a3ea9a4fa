# healthy:
# A thread calls methods by names that it makes; one of them sets the event.
import socket
import threading


class Console:
    def __init__(self):
        self.quit = threading.Event()

    def on_quit(self):
        self.quit.set()

    def on_list(self):
        print("nothing")

    def serve(self, server):
        while True:
            client, _ = server.accept()
            with client, client.makefile() as lines:
                for line in lines:
                    getattr(self, "on_" + line.strip())()


console = Console()
server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=console.serve, args=(server,), daemon=True).start()
print("READY", flush=True)
console.quit.wait()
