import os

NAMES = ["market", "harbour", "school"]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"<p>{text}</p>\n")


def link(path):
    return f'<a href="{os.path.basename(path)}">{os.path.getsize(path)}</a>'
