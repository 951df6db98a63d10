"""The README is short, and from it every page is reached."""

import re

import pytest

from conftest import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


def links(page):
    """The files of this repository that a page links to."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
    found = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"https?:", target)]
    return [((ROOT / page).parent / target).resolve() for target in found]


def test_readme_is_short():
    assert len((ROOT / "README.md").read_bytes()) <= 7000


@pytest.mark.parametrize("page", PAGES)
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
