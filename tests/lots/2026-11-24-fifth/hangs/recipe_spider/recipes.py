"""Collects recipes of a site and writes them to a table, in a thread of its own."""

import csv
import os
import queue
import tempfile
import threading

import scrapy
from site_double import Site

SITE = Site()


class Table:
    """Writes rows away; the queue is short so that memory stays small."""

    def __init__(self, path, fields):
        self.path, self.fields = path, fields
        self.rows = queue.Queue(maxsize=8)
        self.thread = threading.Thread(target=self.write, name="table", daemon=True)

    def write(self):
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, self.fields)
            writer.writeheader()
            while (row := self.rows.get()) is not None:
                writer.writerow(row)

    def close(self):
        self.rows.put(None)
        self.thread.join()


class TablePipeline:
    def open_spider(self, spider=None):
        path = os.path.join(tempfile.mkdtemp(prefix="recipes-"), "recipes.csv")
        self.table = Table(path, ["title", "minutes"])
        self.table.thread.start()

    def close_spider(self, spider=None):
        self.table.close()

    def process_item(self, item, spider=None):
        self.table.rows.put(dict(item))
        return item


class RecipesSpider(scrapy.Spider):
    name = "recipes"
    custom_settings = {
        "ITEM_PIPELINES": {TablePipeline: 300},
        "LOG_LEVEL": "INFO",
        "TELNETCONSOLE_ENABLED": False,
        "CONCURRENT_REQUESTS": 4,
    }

    async def start(self):
        yield scrapy.Request(SITE.url("/page/1"))

    def parse(self, response):
        for recipe in response.css("li"):
            item = {"title": recipe.css("b::text").get(), "minutes": recipe.css("i::text").get()}
            if note := recipe.css("em::text").get():
                item["note"] = note
            yield item
        if following := response.css("a::attr(href)").get():
            yield response.follow(following)
