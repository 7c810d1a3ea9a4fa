"""A process for each recipe."""

import logging
import multiprocessing

log = logging.getLogger("maker")


def work(recipe, folder, tokens):
    token = tokens.take()
    try:
        recipe.make(folder)
    except FileNotFoundError as error:
        log.warning("%s", error)
    else:
        log.info("%s is made", recipe.name)
    finally:
        tokens.give(token)


class Maker:
    def __init__(self, folder, tokens):
        self.folder = folder
        self.tokens = tokens
        self.context = multiprocessing.get_context("fork")
        self.processes = []

    def start(self, recipe):
        process = self.context.Process(
            target=work, args=(recipe, self.folder, self.tokens), name=recipe.name
        )
        process.start()
        self.processes.append(process)

    def finish(self):
        for process in self.processes:
            process.join()
        return [process.name for process in self.processes if process.exitcode == 0]
