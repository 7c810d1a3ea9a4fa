import queue
import threading

import arm
import ports


class Robot:
    def __init__(self):
        self.parts = {"lamp": arm.lamp(), "left": arm.arm("left arm, six joints"), "right": arm.arm("right")}
        self.orders = queue.Queue()
        self.answers = []
        self.thread = threading.Thread(target=self._run, name="robot")

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *details):
        self.orders.put(None)
        self.thread.join()

    def _run(self):
        for part, value in iter(self.orders.get, None):
            self.answers.append((part, self._send(part, value)))
            print(self.answers[-1], flush=True)

    def _send(self, part, value):
        return ports.send(self.parts[part], value)

    def order(self, part, value):
        self.orders.put((part, value))


def main():
    with Robot() as robot:
        for part, value in [("lamp", 40), ("lamp", 0), ("left", 15), ("right", -15)]:
            robot.order(part, value)
    print(robot.answers)


if __name__ == "__main__":
    main()
