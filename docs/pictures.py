#!/usr/bin/env python3
"""The pictures of README.md and docs/, from results/recorded/: three figures of the papers, the cost of an independent
configuration, and the first screen of the report of the procurement lists.

    .venv/bin/python docs/pictures.py      writes docs/pictures/*.png, each under 120 kB

The screen wants playwright (tests/requirements.txt) and a Chromium (apt-get install chromium); without them it is left out,
with a line that says so.
"""

import os
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "plotting"))

from spinbench_results.__main__ import main  # noqa: E402

RECORDED, PICTURES = ROOT / "results/recorded", ROOT / "docs/pictures"
FIGURES = {"weigel2012-fig6": RECORDED, "weigel2012-fig8": RECORDED, "weigel2015-versions": RECORDED,
           "tau-critical-spins": RECORDED / "xeon-tau-critical.json"}  # the one file with the times of all its updates
MOST_BYTES = 120_000


def figures():
    for name, rows in FIGURES.items():
        if main(["plot", str(rows), "--figure", name, "-o", str(PICTURES), "--format", "png", "--dpi", "95"]):
            sys.exit(f"pictures.py: {name} could not be drawn")


def screen():
    """The report's first screen, without its lower part."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return "pictures.py: no playwright, so no report.png: pip install playwright"
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        return "pictures.py: no Chromium, so no report.png: apt-get install chromium"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        page = pathlib.Path(folder) / "report.html"
        if main(["report", *map(str, sorted(RECORDED.glob("*-procurement-1.json"))), "-o", str(page)]):
            sys.exit("pictures.py: the report could not be written")
        browser = tools.chromium.launch(executable_path=chromium, args=[] if os.geteuid() else ["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1100, "height": 540})
        tab.goto(page.as_uri())
        # Below the fold it is not laid out, so never "visible".
        tab.wait_for_selector("#chart-ranking svg", state="attached")
        tab.screenshot(path=str(PICTURES / "report.png"))
        browser.close()
    return ""


def check():
    for path in sorted(PICTURES.glob("*.png")):
        if path.stat().st_size > MOST_BYTES:
            sys.exit(f"pictures.py: {path.name} has {path.stat().st_size} bytes, more than {MOST_BYTES}")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    figures()
    said = screen()
    check()
    if said:
        print(said, file=sys.stderr)
