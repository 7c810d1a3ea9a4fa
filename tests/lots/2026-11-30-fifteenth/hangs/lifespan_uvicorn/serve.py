import threading
import time

import uvicorn

from library import app


def main():
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="info", lifespan="on")
    server = uvicorn.Server(config)

    def wait_for_start():
        started = time.monotonic()
        while not server.started:
            time.sleep(2)
            print(f"not open after {time.monotonic() - started:.0f} s", flush=True)
        print("open", flush=True)

    threading.Thread(target=wait_for_start, name="doorbell", daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
