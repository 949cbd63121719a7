"""Opens every page of target/site in a headless Chromium, as wide as a phone, and searches for "shrink".

Prints what is wrong: errors and warnings of the console, failed requests, pages wider than the screen, dead links and anchors, an
empty result of the search. Needs the package playwright, and a chromium in the path.
"""

import functools
import http.server
import re
import shutil
import sys
import threading
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import sync_playwright

SITE = Path(__file__).resolve().parents[2] / "target" / "site"
WIDTH, HEIGHT = 390, 844


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_address[1]}/"


def dead(base, address, ids):
    path, _, anchor = address[len(base):].partition("#")
    target = SITE / (path.split("?")[0] or "index.html")
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return True
    if not anchor or target.suffix != ".html":
        return False
    if target not in ids:
        ids[target] = set(re.findall(r'id="?([^"\s>]+)', target.read_text()))
    return unquote(anchor) not in ids[target]


def main():
    wrong = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.on("console", lambda m: wrong.append((page.url, m.text)) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append((page.url, str(error))))
        page.on("response", lambda r: wrong.append((r.url, r.status)) if r.status >= 400 else None)
        base = serve()
        names = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html") if path.name != "404.html")
        ids, links = {}, 0
        for name in names:
            page.goto(base + name)
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > WIDTH:
                wrong.append((name, f"{width} pixels wide"))
            addresses = page.evaluate("[...document.querySelectorAll('a[href]')].map(each => each.href)")
            links += len(addresses)
            wrong += [(name, each) for each in addresses if each.startswith(base) and dead(base, each, ids)]
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(base)
        page.locator("input.md-search__input").click()
        page.keyboard.type("shrink")
        page.wait_for_selector(".md-search-result__item")
        first = page.locator(".md-search-result__item h1").first.inner_text()
        browser.close()
    for each in wrong:
        print(*each)
    print(len(names), "pages,", links, "links; the search finds:", first)
    return 1 if wrong else 0


sys.exit(main())
