import threading
import time

from pipeline import Pipeline


def progress(pipeline):
    while True:
        time.sleep(2)
        print(len(pipeline.parts), "days done", flush=True)


def main(days=range(1, 8)):
    with Pipeline() as pipeline:
        threading.Thread(target=progress, args=(pipeline,), name="progress", daemon=True).start()
        for day in days:
            pipeline.add(day)
        print(pipeline.table().round(1))


if __name__ == "__main__":
    main()
