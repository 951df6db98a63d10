#!/usr/bin/env python3
"""Whether the machine code of the fastest kernels is still what recorded rows were measured with, on sm_90.

    docs/recorded_code.py             compile them as they are; exit 1 where the code differs from the page's
    docs/recorded_code.py --quick     those alone that take seconds to compile
    docs/recorded_code.py --write     compile them as they are and at the commits of the recorded files; write docs/recorded_code.md

A change that means nothing to who reads a kernel may cost a tenth of its speed: the compiler kept a thread's number in a register,
and from 26f8b1e on read it anew in the loop of `wavefront`. Tests do not see that, and rows only when the kernel is measured again.
Code that differs is no fault: measure the kernel beside the recorded code, in one run, then record it or go back.

The digest is of the instructions in their order, addresses and names of labels left out. Needs nvcc and nvdisasm, no device, and for
--write the commits of the files.
"""

import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import machine_code as code  # noqa: E402
import page_options  # noqa: E402

ROOT = code.ROOT
PAGE = ROOT / "docs/recorded_code.md"
MWC64X = "spinbench::rng::Seeded<spinbench::rng::Mwc64xEngine<4294883355u> >"


@dataclasses.dataclass(frozen=True)
class Case:
    title: str
    source: str
    function: str  # the beginning of its demangled name, from the function's own on
    recorded: str  # of results/recorded
    quick: bool = False


CASES = [
    Case("`heisenberg3d_overrelaxation` `wavefront`, L = 256", "kernels/heisenberg3d_overrelaxation/wavefront.cu",
         "relax_wavefront<256u, 15>", "h200-overrelaxation-wavefront.json", quick=True),
    Case("`heisenberg3d_overrelaxation` `resident`, L = 128", "kernels/heisenberg3d_overrelaxation/resident.cu",
         "relax_resident<128u>", "h200-overrelaxation-resident.json", quick=True),
    Case("`ising2d_metropolis` `multispin`, a launch a colour, mwc64x", "kernels/ising2d_metropolis/multispin_colours.cu",
         f"update_colour<{MWC64X}, 4, 2, ", "h200-paper-ising.json"),
    Case("`ising2d_metropolis` `multispin_tiled`, tiles of 8 words, mwc64x", "kernels/ising2d_metropolis/multispin_tiled.cu",
         f"visit_tiles<{MWC64X}, 4>", "h200-paper-ising.json"),
]


@dataclasses.dataclass(frozen=True)
class Compiled:
    instructions: int
    digest: str


def instructions(text):
    """{mangled name: [instruction, ...]} of nvdisasm's text. Labels are numbered as each function names them first."""
    found, current, labels = {}, None, {}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith(".section"):
            current = None
        if match := re.match(r"\.text\.(\S+):$", line):
            current, labels = found.setdefault(match[1], []), {}
        elif current is not None and (match := code.INSTRUCTION.match(line)):
            guard, opcode, operands = ((part or "").strip() for part in match.groups())
            operands = re.sub(r"\.L_\w+", lambda label: f"label {labels.setdefault(label[0], len(labels))}", operands)
            if opcode != "NOP":
                current.append(" ".join([guard, opcode, operands]))
    return found


def compiled(text, function):
    """Of the one function in nvdisasm's text whose name goes on like that."""
    found = instructions(text)
    wanted = [lines for name, lines in zip(code.demangled(list(found)), found.values()) if f"::{function}" in name]
    if len(wanted) != 1:
        raise RuntimeError(f"{len(wanted)} functions match {function}")
    return Compiled(len(wanted[0]), hashlib.sha256("\n".join(wanted[0]).encode()).hexdigest()[:16])


def compile_case(case, root=ROOT):
    return compiled(code.disassembled(case.source, root=root), case.function)


def commit_of(case):
    return json.loads((ROOT / "results/recorded" / case.recorded).read_text())["provenance"]["git"]


def compile_at(case, commit):
    """As it was in a commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "backends", "interface", "kernels"], cwd=ROOT, capture_output=True,
                                 check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        return compile_case(case, pathlib.Path(folder))


def compiler():
    version = subprocess.run([code.tool("nvcc"), "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"release [\d.]+, V[\d.]+", version)[0]


def page(rows):
    """`rows`: (case, commit, as it was there, as it is)."""
    def said(now, then):
        return "the same" if now == then else f"another: {now.instructions}, `{now.digest}`"

    return "\n".join([
        "# Machine code of recorded rows", "",
        f"Made by `docs/recorded_code.py --write` for sm_90 with nvcc {compiler()}: the instructions of kernels in the commits of",
        "their recorded files, and whether the sources still compile to them. Where they do not, the file is of other code.", "",
        "| kernel | file | commit | instructions | digest | now |", "|---|---|---|---|---|---|",
        *(f"| {case.title} | `{case.recorded}` | {commit} | {then.instructions} | `{then.digest}` | {said(now, then)} |"
          for case, commit, then, now in rows), ""])


def on_page(text):
    """({title: the digest that the page has for the sources as they are}, the compiler it names)."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")]
    return ({row[0]: re.search(r"`(\w+)`", row[5] if "`" in row[5] else row[4])[1] for row in rows},
            re.search(r"nvcc (release [\d.]+, V[\d.]+)", text)[1])


def differences(cases):
    """A line for each case whose code is not what the page says."""
    expected, made_with = on_page(PAGE.read_text())
    if compiler() != made_with:
        raise code.Unavailable(f"no nvcc {made_with}, of which docs/recorded_code.md is,")
    return [f"{case.title}: other machine code than docs/recorded_code.md has (`{now.digest}`): measure it beside that of "
            f"{case.recorded}, then docs/recorded_code.py --write"
            for case in cases if (now := compile_case(case)).digest != expected.get(case.title)]


def main():
    parser = page_options.parser(__doc__)
    parser.add_argument("--quick", action="store_true", help="those alone that take seconds to compile")
    options = parser.parse_args()
    try:
        if options.write:
            rows = [(case, commit_of(case), compile_at(case, commit_of(case)), compile_case(case)) for case in CASES]
            PAGE.write_text(page(rows))
        elif wrong := differences([case for case in CASES if case.quick or not options.quick]):
            sys.exit("\n".join(wrong))
    except code.Unavailable as missing:
        sys.exit(f"{missing}: this needs nvcc and nvdisasm")


if __name__ == "__main__":
    main()
