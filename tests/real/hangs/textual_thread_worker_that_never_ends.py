# The application has quit; its thread worker goes on for ever, and the loop waits for it as it closes.
# https://github.com/Textualize/textual/issues/3966
import time

from textual import work
from textual.app import App


class Monitor(App):
    def on_mount(self):
        self.watch_load()
        self.set_timer(0.5, self.exit)

    @work(thread=True)
    def watch_load(self):
        while True:
            time.sleep(1)  # <-- here
            self.log("load")


print("READY", flush=True)
Monitor().run(headless=True)  # <-- here
