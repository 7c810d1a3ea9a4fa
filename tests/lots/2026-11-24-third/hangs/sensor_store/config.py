"""Settings of the store of values: defaults, then a file, then the environment."""

import configparser
import dataclasses
import os
import typing

PREFIX = "SENSOR_STORE_"


@dataclasses.dataclass(frozen=True)
class Config:
    title: str = "the store of values"
    verbose: bool = False
    pause: float = 0.5
    keep: int = 20
    tags: tuple[str, ...] = ()

    def describe(self):
        fields = dataclasses.fields(self)
        return ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields)


class Invalid(ValueError):
    """A setting that cannot be read as what it should be."""


def _convert(kind, text):
    if kind is bool:
        return text.strip().lower() in ("1", "yes", "on", "true")
    if typing.get_origin(kind) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return kind(text)


def _from_file(path, section="sensor_store"):
    parser = configparser.ConfigParser()
    if path:
        parser.read(path, encoding="utf-8")
    return dict(parser[section]) if parser.has_section(section) else {}


def _from_environment():
    start = len(PREFIX)
    return {
        name[start:].lower(): value
        for name, value in os.environ.items()
        if name.startswith(PREFIX) and name != PREFIX + "FILE"
    }


def load():
    texts = _from_file(os.environ.get(PREFIX + "FILE")) | _from_environment()
    kinds = typing.get_type_hints(Config)
    values = {}
    for name, text in texts.items():
        if name not in kinds:
            raise Invalid(f"there is no setting {name}")
        try:
            values[name] = _convert(kinds[name], text)
        except ValueError as error:
            raise Invalid(f"{name}: {error}") from error
    return Config(**values)
