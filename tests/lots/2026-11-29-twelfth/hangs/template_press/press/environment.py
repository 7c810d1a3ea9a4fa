import functools
import logging
import pathlib

from .template import Template

log = logging.getLogger(__name__)


class Environment:
    """Templates of a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.get = functools.lru_cache(maxsize=32)(self._load)

    def _load(self, name):
        log.info("loading %s", name)
        return Template((self.folder / name).read_text(encoding="utf-8"))
