# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=crawl
import queue
import threading


class Crawler:
    def __init__(self):
        self.todo = queue.Queue(4)
        self.threads = [threading.Thread(target=self.work, name=f"crawl-{n}") for n in range(2)]

    def work(self):
        while True:
            page = self.todo.get()
            if page is None:
                return
            for link in self.links(page):
                self.todo.put(link)  # <-- here
            self.todo.task_done()

    def links(self, page):
        return [f"{page}/{n}" for n in range(3)] if page.count("/") < 6 else []

    def run(self):
        for thread in self.threads:
            thread.start()
        self.todo.put("root")
        print("READY", flush=True)
        self.todo.join()
        for _ in self.threads:
            self.todo.put(None)


Crawler().run()
