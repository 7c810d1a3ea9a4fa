import threading
import time
from concurrent.futures import ThreadPoolExecutor


class Report:
    def __init__(self):
        self.parts = {}
        self.guard = threading.Lock()

    def put(self, name, chart):
        with self.guard:
            self.parts[name] = str(chart)

    def visitors(self):
        from charts.bars import Bars

        self.put("visitors", Bars({"monday": 31, "tuesday": 12, "friday": 55}))

    def rain(self):
        time.sleep(0.8)
        import charts

        self.put("rain", charts.Bars({"june": 40, "july": 71}))


def main():
    report = Report()
    with ThreadPoolExecutor(2, thread_name_prefix="part") as pool:
        for part in [pool.submit(report.visitors), pool.submit(report.rain)]:
            part.result()
    for name, text in sorted(report.parts.items()):
        print(name, text, sep="\n")


if __name__ == "__main__":
    main()
