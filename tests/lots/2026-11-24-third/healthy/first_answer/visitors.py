import concurrent.futures
import itertools
import time

from forecast import Forecast
import logs

TOWNS = ("alder", "birch")


def visit(forecast, number):
    town = TOWNS[number % len(TOWNS)]
    return town, forecast.of(town)


def main():
    forecast = Forecast()
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8, thread_name_prefix="visitor") as pool:
        for round_ in itertools.count():
            answers = list(pool.map(visit, [forecast] * 8, range(8)))
            print(round_, f"{time.monotonic() - started:.0f} s", answers[:2], flush=True)
            time.sleep(6)


if __name__ == "__main__":
    with logs.logging_to_stderr() as log:
        log.info("%s starts", "the forecast")
        main()
