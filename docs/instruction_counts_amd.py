#!/usr/bin/env python3
"""What a random word takes in the machine code for AMD cards, beside what the generators declare.

    docs/instruction_counts_amd.py          print the page, exit 1 where more is declared than the code takes
    docs/instruction_counts_amd.py --write  write docs/instruction_counts_amd.md
    docs/instruction_counts_amd.py FILE     the instructions of each kernel of a .cu, each once

Instructions of clang's assembly for gfx90a. A word is the difference of two kernels that draw 16 and 32 words
(docs/probes/words.cu), as in docs/instruction_counts.py, whose counts for NVIDIA cards are what is declared.
"""

import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import instruction_counts as declared  # noqa: E402
import machine_code as code  # noqa: E402
import page_options  # noqa: E402

PAGE = code.ROOT / "docs/instruction_counts_amd.md"
TARGET = "gfx90a"
HIPCC = ["-std=c++20", "-O3", "-I.", "-S", "-o", "-", "-DSPINBENCH_GPU_HIP", '-DSPINBENCH_GPU_BACKEND="hip"',
         "-DSPINBENCH_GPU_NAMESPACE=on_hip", f"--offload-arch={TARGET}", "--cuda-device-only", "-Wno-pass-failed"]


def pipe_of(opcode):
    """quarter: of 32 or 64 bits, and a quarter of the rate of the others; vector: whatever else lanes do, on one pipe."""
    if re.fullmatch(r"v_(mul_(lo|hi)_[ui]32|mad_[ui]64_[ui]32)(_e(32|64))?", opcode):
        return "quarter"
    if opcode.startswith("v_"):
        return "vector"
    return "scalar" if opcode.startswith("s_") else "memory"


def counts_in(text):
    """{demangled kernel: Count} of each instruction once."""
    found, current = {}, None
    for line in text.splitlines():
        if match := re.match(r"(_Z\w+):", line):
            current = found[match[1]] = code.Count()
        elif line.startswith("\t.section"):
            current = None
        elif current is not None and (match := re.match(r"\t([a-z]\w+)", line)):
            current += code.Count({pipe_of(match[1]): 1, "issue": 1})
    return dict(zip(code.demangled(list(found)), found.values()))


def compiled(source, *options):
    """As counts_in(), of a source file of the repository. Raises machine_code.Unavailable where there is no hipcc."""
    if shutil.which("hipcc") is None:
        raise code.Unavailable("no hipcc on PATH")
    done = subprocess.run(["hipcc", *HIPCC, *options, source], cwd=code.ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"hipcc failed on {source}:\n{done.stderr[-2000:]}")
    return counts_in(done.stdout)


def words():
    """{generator: Count} of a random word, without what the probe does to it."""
    types = ",".join(f"rng::{kind}" for kind in declared.TYPES.values())
    found = compiled("docs/probes/words.cu", f"-DPROBED_GENERATORS={types}")
    spelled = {int(match[1]): match[2].strip() for name in found
               if (match := re.search(r"\bprobed_generator<(\d+), (.*)>\(", name))}
    result = {}
    for number, generator in enumerate(declared.TYPES):
        both = [count for name, count in found.items()
                if f"<{spelled[number]}," in name and "probed_generator<" not in name]
        few, many = sorted(both, key=lambda count: count["issue"])
        result[generator] = (many - few) * (1 / 16)
    return result


def faults(generators, found):
    """Where more instructions of lanes are declared than the code has."""
    result = []
    for name, count in found.items():
        issue, there = declared.word_cost(generators[name])["issue"], count["vector"] + count["quarter"]
        if issue > declared.MOST * there:
            result.append(f"{name}: {issue:g} instructions declared, but the code for {TARGET} has {there:g}")
    return result


def page(generators, found):
    def number(value):
        return f"{value:.2f}".rstrip("0").rstrip(".")

    version = subprocess.run(["hipcc", "--version"], capture_output=True, text=True, check=True).stdout
    clang = re.search(r"clang version [\d.]+", version)[0]
    lines = ["# Operations in the machine code for AMD cards", "",
             f"Made by `docs/instruction_counts_amd.py` for {TARGET} with {clang}; nothing here was run on such a card. Instructions",
             "a lane for a random word; products of 32 bits and wide ones run at a quarter of the rate of the others, so a word takes",
             "as many turns of the vector pipe as the sum of the others and four for each of these. What is declared is what the",
             "machine code for sm_90 takes ([instruction_counts.md](instruction_counts.md)), by which rows of both are limited: never",
             "more instructions than here.", "",
             "| generator | vector | products | turns | declared instructions |", "|---|---|---|---|---|"]
    for name, count in found.items():
        cells = [count["vector"], count["quarter"], count["vector"] + 4 * count["quarter"],
                 declared.word_cost(generators[name])["issue"]]
        lines.append(f"| {name} | " + " | ".join(map(number, cells)) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = page_options.parser(__doc__)
    parser.add_argument("file", nargs="?", help="a .cu, whose kernels are counted instead")
    options = parser.parse_args()
    try:
        if options.file:
            for name, count in compiled(options.file).items():
                print(f"{name}\n    " + ", ".join(f"{pipe} {number}" for pipe, number in sorted(count.items())))
            return
        generators, found = declared.declared_generators(), words()
    except code.Unavailable as missing:
        sys.exit(f"{missing}: this needs hipcc")
    code.publish(PAGE, page(generators, found), faults(generators, found), options.write)


if __name__ == "__main__":
    main()
