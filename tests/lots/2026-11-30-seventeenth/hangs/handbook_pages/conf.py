import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "ext"))

project = "Workshop handbook"
author = "The workshop"
extensions = ["spare_parts"]
html_theme = "basic"
parts_list = str(pathlib.Path(__file__).parent / "parts.csv")
exclude_patterns = ["ext"]
