import threading
import time

from stage import Puppet, Stage


def enter(name, x):
    def cue(stage):
        print(name, "enters", flush=True)
        stage.puppets[name].go(x)

    return cue


def meet(first, second):
    def cue(stage):
        one, other = stage.puppets[first], stage.puppets[second]
        middle = (one.x + other.x) / 2
        for puppet in (one, other):
            puppet.go(middle)
        for puppet in (one, other):
            puppet.there.wait()
        print(first, "and", second, "meet", flush=True)

    return cue


def leave(stage):
    stage.over = True


class Prompter(threading.Thread):
    def __init__(self, stage, script):
        super().__init__(name="prompter", daemon=True)
        self.stage = stage
        self.script = script

    def run(self):
        for pause, cue in self.script:
            time.sleep(pause)
            self.stage.cues.put(cue)
        while True:
            time.sleep(2)
            print("(whispers)", self.stage.cues.qsize(), flush=True)


def main():
    stage = Stage()
    stage.add(Puppet("Kasper", 4.0))
    stage.add(Puppet("Lisa", 3.0)).x = 10.0
    script = [(0.2, enter("Kasper", 2.0)), (0.2, enter("Lisa", 8.0)), (1.5, meet("Kasper", "Lisa")), (1, leave)]
    Prompter(stage, script).start()
    stage.run()
    print("curtain")


if __name__ == "__main__":
    main()
