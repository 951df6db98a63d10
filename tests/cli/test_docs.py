"""The README is short, and from it every page is reached; so are those of kernels, whose histories have pages of their own."""

import re
import subprocess
import sys

import pytest

from conftest import BINARY, ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md",
         *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]
KERNELS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("kernels/*/README.md"))

SCRIPTS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.py") if "import page_options" in path.read_text())


def links(page):
    """The files of this repository that a page links to."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
    found = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"https?:", target)]
    return [((ROOT / page).parent / target).resolve() for target in found]


def test_readme_is_short():
    assert len((ROOT / "README.md").read_bytes()) <= 7000


@pytest.mark.parametrize("page", KERNELS)
def test_readme_of_a_kernel_is_short(page):
    """It tells the versions, their files and costs; what was tried and measured is in docs/kernels."""
    assert len((ROOT / page).read_text().splitlines()) <= 25


def test_readmes_of_kernels_lead_to_their_pages():
    pages = sorted((ROOT / "docs/kernels").glob("*.md"))
    assert pages
    assert [page.name for page in pages if page.resolve() not in links(f"kernels/{page.stem}/README.md")] == []


@pytest.mark.parametrize("page", PAGES + KERNELS)
def test_links_lead_somewhere(page):
    assert [target for target in links(page) if not target.exists()] == []


def test_every_page_is_reached():
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            ahead.extend(links(page.relative_to(ROOT)))
    assert [page for page in PAGES if (ROOT / page).resolve() not in {p.resolve() for p in reached}] == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_of_pages_say_what_they_know_before_they_do_anything(script):
    """Some build the program or compile for minutes, which who asks for help does not want."""
    def answers(argument):
        return subprocess.run([sys.executable, "-B", ROOT / script, argument], capture_output=True, text=True, timeout=30,
                              env={"PATH": "/nowhere", "SPINBENCH_BINARY": "/nowhere/spinbench"}, check=False)

    helped, refused = answers("--help"), answers("--nothing")
    assert helped.returncode == 0 and script in helped.stdout and "--write" in helped.stdout and helped.stderr == ""
    assert refused.returncode == 2 and "--nothing" in refused.stderr.splitlines()[-1] and "Traceback" not in refused.stderr


@pytest.mark.parametrize("command", ["list", "run", "verify", "tau", "doctor"])
def test_the_synopsis_has_every_option(command):
    """That of DESIGN.md; `list --figures` is said as --figure without a name, and mutants have their own page."""
    helped = subprocess.run([BINARY, command, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    options = set(re.findall(r"^ +(?:-h,)?(--[a-z-]+)", helped, re.M)) - {"--help", "--figures", "--mutants"}
    synopsis = (ROOT / "docs/DESIGN.md").read_text().split("## Command line", 1)[1].split("```")[1]
    parts = dict(re.findall(r"^(?:\./spinbench )?(\w+)(.*?)(?=^\S)", synopsis, re.M | re.S))
    text = parts[command] + (parts["selection"] if "[selection" in parts[command] else "")
    assert options and sorted(options - set(re.findall(r"--[a-z-]+", text))) == []
