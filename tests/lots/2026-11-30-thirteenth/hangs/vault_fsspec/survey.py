import csv
import io
import statistics
import threading
import time

from vaultfs import Vault, VaultFileSystem


def fill(vault):
    for station in ("bay", "cape", "dune"):
        rows = [(hour, 10 + (hour * len(station)) % 7) for hour in range(24)]
        text = "\n".join(f"{hour},{wind}" for hour, wind in rows)
        vault.put(f"{station}.csv", text.encode())
    vault.index()
    return vault


class Survey:
    def __init__(self, files):
        self.files = files
        self.means = {}

    def add(self, name):
        rows = csv.reader(io.StringIO(self.files.cat_file(name).decode()))
        self.means[name] = statistics.fmean(float(wind) for _, wind in rows)


def show(survey):
    while True:
        time.sleep(1)
        print(len(survey.means), "stations so far", flush=True)


def main():
    survey = Survey(VaultFileSystem(fill(Vault())))
    threading.Thread(target=show, args=(survey,), name="show", daemon=True).start()
    for name in ("bay.csv", "cape.csv", "dune.csv"):
        survey.add(name)
    print(survey.means)


if __name__ == "__main__":
    main()
