"""The number of this release; pyproject.toml has it, too, and a test that they are the same."""

__version__ = "0.2.0"
