import concurrent.futures
import sys

from survey import Survey
import stats


def main():
    survey = Survey(sys.argv[1], height=48_000, width=60_000)
    stripes = [0, 20_000, 35_700, 40_000]
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="stripe") as pool:
        for first, value in zip(stripes, pool.map(lambda row: survey.brightest(row, 4), stripes)):
            print(first, value, flush=True)


if __name__ == "__main__":
    with stats.running():
        main()
