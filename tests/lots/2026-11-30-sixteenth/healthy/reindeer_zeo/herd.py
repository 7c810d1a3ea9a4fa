"""A herd of reindeer in a ZEO server; herders count it in turns."""

import threading
import time

import persistent.mapping
import transaction
import ZEO
import ZODB


class Herder(threading.Thread):
    def __init__(self, name, address, gate):
        super().__init__(name=name, daemon=True)
        self.address = address
        self.gate = gate

    def run(self):
        database = ZODB.DB(ZEO.client(self.address))
        while True:
            with self.gate:
                with database.transaction() as connection:
                    herd = connection.root.herd
                    for _ in range(5):
                        herd["counted"] += 1
                        time.sleep(1.5)
                    herd[self.name] = herd["counted"]
            print(self.name, "counted", flush=True)
            time.sleep(0.1)


def main():
    address, stop = ZEO.server(threaded=True)
    with ZODB.DB(ZEO.client(address)).transaction() as connection:
        connection.root.herd = persistent.mapping.PersistentMapping(counted=0)
    transaction.commit()
    gate = threading.Semaphore(1)
    herders = [Herder(name, address, gate) for name in ("Aila", "Biret", "Inga")]
    for herder in herders:
        herder.start()
    for herder in herders:
        herder.join()


if __name__ == "__main__":
    main()
