# The server has one thread for requests; the application that runs there asks the same server.
# https://github.com/Pylons/waitress/issues/88
import threading
import urllib.request

import waitress


def application(environ, start_response):
    body = b"3"
    if environ["PATH_INFO"] == "/price":
        with urllib.request.urlopen(f"{address}/rate") as answer:  # <-- here
            body = answer.read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


server = waitress.create_server(application, host="127.0.0.1", port=0, threads=1)
address = f"http://127.0.0.1:{server.effective_port}"
threading.Thread(target=server.run, name="server", daemon=True).start()
print("READY", flush=True)
print(urllib.request.urlopen(f"{address}/price").read())  # <-- also
