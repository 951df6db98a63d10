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

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/generators.md"
HEADERS = ROOT / "kernels/common/rng"
TABLE = "<!-- generators: made by docs/generator_table.py -->", "<!-- generators: end -->"
TEXTS = "<!-- headers: made by docs/generator_table.py -->", "<!-- headers: end -->"

# Header of the generators whose names begin so, the longest beginning first where one is part of another.
FILES = {
    "lcg": "lcg.hpp",
    "fibonacci": "fibonacci.hpp",
    "minstd": "minstd.hpp",
    "parisi_rapuano": "parisi_rapuano.hpp",
    "mt19937": "mt19937.hpp",
    "philox4x32": "philox4x32.hpp",
    "sfc32": "sfc32.hpp",
    "xoshiro128pp": "xoshiro128pp.hpp",
    "mwc64x": "mwc64x.hpp",
}


def header_of(name):
    for beginning, file in FILES.items():
        if name.startswith(beginning):
            return file
    sys.exit(f"no header is known for the generator {name}: name it in FILES of docs/generator_table.py")


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
    lines = ["| generator | state of a stream | period | random bits | cost of a word | to open | traffic | passes BigCrush "
             "| known bias |", "|---|---|---|---|---|---|---|---|---|"]
    for g in generators:
        opening = g["multiply_adds_per_opening"], g["logic_ops_per_opening"]
        cells = [f"`{g['name']}`", state(g), f"2^{g['period_log2']:g}", str(g["bits"]),
                 plus(g["multiply_adds_per_word"], g["logic_ops_per_word"]), plus(*opening) if any(opening) else "",
                 f"{g['traffic_bytes_per_word']:g} B" if g["traffic_bytes_per_word"] else "",
                 "yes" if g["passes_bigcrush"] else "", g["known_bias"]]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


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
        names.setdefault(header_of(g["name"]), []).append(f"`{g['name']}`")
    sections = [f"### {', '.join(of)}\n\n{opening_comment(HEADERS / file)}" for file, of in names.items()]
    seeded = f"### Seeded when opened\n\n{opening_comment(HEADERS / 'seeded.hpp')}"
    return "\n\n".join([*sections, seeded])


def with_made(document, generators):
    """The document's text with what is made from the generators between its markers."""
    for (begin, end), made in ((TABLE, table(generators)), (TEXTS, texts(generators))):
        before, rest = document.split(begin, 1)
        document = f"{before}{begin}\n{made}\n{end}{rest.split(end, 1)[1]}"
    return document


def main():
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = subprocess.run([binary, "list", "--json"], check=True, capture_output=True, text=True).stdout
    generators = json.loads(listing)["generators"]
    if sys.argv[1:] == ["--write"]:
        DOCUMENT.write_text(with_made(DOCUMENT.read_text(), generators))
    else:
        print(table(generators), texts(generators), sep="\n\n")


if __name__ == "__main__":
    main()
