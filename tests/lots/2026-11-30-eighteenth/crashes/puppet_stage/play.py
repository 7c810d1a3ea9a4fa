import sys

from stage import Script, Stage

EVENING = [("Kasper", 3), ("Crocodile", 2), ("Narrator", 30)]


def main():
    script = Script()
    stage = Stage(sys.argv[1])
    stage.enter("Kasper", script.plain)
    stage.enter("Crocodile", script.plain)
    stage.enter("Narrator", script.rich)
    for name, scenes in EVENING:
        for _ in range(scenes):
            stage.step(name)
        print(name, script.said[-1], flush=True)


if __name__ == "__main__":
    main()
