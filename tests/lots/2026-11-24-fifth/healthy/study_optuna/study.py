"""A study of optuna in two threads, on a slow function."""

import argparse
import threading
import time

import kiln_model
import optuna

optuna.logging.set_verbosity(optuna.logging.WARNING)


class Progress:
    def __init__(self, study):
        self.study = study

    def run(self):
        while True:
            time.sleep(5)
            print(len(self.study.trials), "trials", flush=True)


def objective(trial):
    plan = [trial.suggest_float(f"hour {hour}", 20, 1200) for hour in range(6)]
    return kiln_model.cracks(plan)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=500)
    options = parser.parse_args()
    study = optuna.create_study()
    threading.Thread(target=Progress(study).run, name="progress", daemon=True).start()
    study.optimize(objective, n_trials=options.trials, n_jobs=2)
    print(study.best_value)


if __name__ == "__main__":
    main()
