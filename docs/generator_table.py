#!/usr/bin/env python3
"""docs/generators.md, made from `spinbench list --json` and the headers in kernels/common/rng.

    docs/generator_table.py            print what stands between the markers
    docs/generator_table.py --write    put it there
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import page_options  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/generators.md"
HEADERS = ROOT / "kernels/common/rng"
TABLE = "<!-- generators: made by docs/generator_table.py -->", "<!-- generators: end -->"
PUBLISHED = "<!-- published: made by docs/generator_table.py -->", "<!-- published: end -->"
TEXTS = "<!-- headers: made by docs/generator_table.py -->", "<!-- headers: end -->"

def state(generator):
    size = f"{generator['state_bytes']:.0f} B"
    if generator["storage"] == "none":
        return "none"
    if generator["storage"] == "shared":
        return f"{size}, a ring for up to {generator['streams_a_state']} streams"
    return size + (", interleaved" if generator["storage"] == "interleaved" else "")


def plus(multiply_adds, logic_ops):
    return f"{multiply_adds:g} + {logic_ops:g}"


def table(generators):
    """A Markdown table, one line for each generator, in the order of the program."""
    lines = ["| generator | state of a stream | period | random bits | cost of a word | to open | traffic | its sequence passes "
             "BigCrush | known bias |", "|---|---|---|---|---|---|---|---|---|"]
    for g in generators:
        opening = g["multiply_adds_per_opening"], g["logic_ops_per_opening"]
        cells = [f"`{g['name']}`", state(g), f"2^{g['period_log2']:g}", str(g["bits"]),
                 plus(g["multiply_adds_per_word"], g["logic_ops_per_word"]), plus(*opening) if any(opening) else "",
                 f"{g['traffic_bytes_per_word']:g} B" if g["traffic_bytes_per_word"] else "",
                 "yes" if g["passes_bigcrush"] else "", g["known_bias"] or g["one_sequence_bias"]]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def published(generators):
    """What was tested, and what is drawn here: a line for each text, with all generators of which it is said."""
    said = {}
    for g in generators:
        said.setdefault((g["paper"], g["tested"], g["as_used"]), []).append(f"`{g['name']}`")
    lines = ["| generators | published by | what was put to tests | what is drawn here |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join([", ".join(names), *texts]) + " |" for texts, names in said.items()])


def opening_comment(path):
    """The comment at the top of a file, as paragraphs."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return "\n".join(lines)


def texts(generators):
    """What the headers say, one section for each."""
    names = {}
    for g in generators:
        names.setdefault(g["header"], []).append(f"`{g['name']}`")
    sections = [f"### {', '.join(of)}\n\n{opening_comment(HEADERS / file)}" for file, of in names.items()]
    seeded = f"### Seeded when opened\n\n{opening_comment(HEADERS / 'seeded.hpp')}"
    return "\n\n".join([*sections, seeded])


def with_made(document, generators):
    """The document's text with what is made from the generators between its markers."""
    for (begin, end), made in ((TABLE, table(generators)), (PUBLISHED, published(generators)),
                               (TEXTS, texts(generators))):
        before, rest = document.split(begin, 1)
        document = f"{before}{begin}\n{made}\n{end}{rest.split(end, 1)[1]}"
    return document


def main():
    write = page_options.wants_to_write(__doc__)
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = subprocess.run([binary, "list", "--json"], check=True, capture_output=True, text=True).stdout
    generators = json.loads(listing)["generators"]
    if write:
        DOCUMENT.write_text(with_made(DOCUMENT.read_text(), generators))
    else:
        print(table(generators), published(generators), texts(generators), sep="\n\n")


if __name__ == "__main__":
    main()
