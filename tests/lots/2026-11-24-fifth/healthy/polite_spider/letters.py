"""A spider that is polite: one page every nine seconds."""

import http.server
import threading

import scrapy


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        number = int(self.path.rpartition("/")[2] or 0)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<html><a href="/letter/{number + 1}">next</a></html>'.encode())

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, name="site", daemon=True).start()


class LettersSpider(scrapy.Spider):
    name = "letters"
    custom_settings = {
        "DOWNLOAD_DELAY": 9,
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "WARNING",
    }

    async def start(self):
        yield scrapy.Request(f"http://127.0.0.1:{server.server_port}/letter/0")

    def parse(self, response):
        print(response.url.rpartition("/")[2], flush=True)
        yield response.follow(response.css("a::attr(href)").get())
