"""The README is short, and from it every page is reached; so are those of kernels, whose histories have pages of their own."""

import re

import pytest

from conftest import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md",
         *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]
KERNELS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("kernels/*/README.md"))


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
