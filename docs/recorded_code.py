#!/usr/bin/env python3
"""Whether the machine code of the fastest kernels is still what recorded rows were measured with, on sm_90.

    docs/recorded_code.py             compile them as they are; exit 1 where the code differs from the page's
    docs/recorded_code.py --quick     those alone that take seconds to compile, which a test does, too
    docs/recorded_code.py --write     compile them as they are and at the commits of the recorded files; write docs/recorded_code.md

A change that means nothing to who reads a kernel may slow it: from 26f8b1e on the compiler read a thread's number anew in the loop of
`wavefront`. Tests do not see that, and rows only when the kernel is measured again. Code that differs is no fault: measure the kernel
beside the recorded code, in one run, then record it or go back.

The digest is of the function's instructions as they are encoded, schedule and all. Needs nvcc and nvdisasm, no device, and for --write
the commits of the files, and the nvcc that compiled them.
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
HEISENBERG = "spinbench::heisenberg::"
LCG32 = "spinbench::rng::Lcg<unsigned int, 1664525u, 1013904223u>"
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
    Case("`heisenberg3d_heatbath` `coalesced`, float, lcg32_random", "kernels/heisenberg3d_heatbath/coalesced.cu",
         f"update_rows<{HEISENBERG}Exactly<float>, {LCG32}, ", "h200-heatbath.json"),
    Case("`heisenberg3d_heatbath` `coalesced`, float_fast, lcg32_random", "kernels/heisenberg3d_heatbath/coalesced.cu",
         f"update_rows<{HEISENBERG}on_cuda::Fast, {LCG32}, ", "h200-heatbath.json"),
]


@dataclasses.dataclass(frozen=True)
class Compiled:
    instructions: int
    digest: str


def encodings(text):
    """{mangled name: [word of an instruction, ...]}, two words each, of nvdisasm's text with them."""
    return {name: [match[1] for line in lines if (match := re.search(r"/\* (0x[0-9a-f]{16}) \*/$", line))]
            for name, lines in code.functions(text).items()}


def compiled(text, function):
    """Of the one function in nvdisasm's text whose name goes on like that."""
    found = encodings(text)
    wanted = [words for name, words in zip(code.demangled(list(found)), found.values()) if f"::{function}" in name]
    if len(wanted) != 1 or not wanted[0]:
        raise RuntimeError(f"{len(wanted)} functions with instructions match {function}")
    return Compiled(len(wanted[0]) // 2, hashlib.sha256("\n".join(wanted[0]).encode()).hexdigest()[:16])


def compile_case(case, root=ROOT):
    return compiled(code.disassembled(case.source, root=root, encoding=True), case.function)


def provenance(case):
    return json.loads((ROOT / "results/recorded" / case.recorded).read_text())["provenance"]


def compile_at(case, commit):
    """As it was in a commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "backends", "interface", "kernels"], cwd=ROOT, capture_output=True,
                                 check=False)
        if archive.returncode != 0:
            raise code.Unavailable(f"no commit {commit}, of which {case.recorded} is: fetch the whole history")
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        return compile_case(case, pathlib.Path(folder))


def compiler():
    """Its version, "13.0.88"."""
    version = subprocess.run([code.tool("nvcc"), "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"release [\d.]+, V([\d.]+)", version)[1]


def need_compiler(version, of):
    if compiler() != version:
        raise code.Unavailable(f"this nvcc is {compiler()}; {of} is of {version}, and another one makes other code")


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


@dataclasses.dataclass(frozen=True)
class OnPage:
    commit: str
    digest: str  # of the sources as they are


def on_page(text):
    """({title: what the page has of it}, the version of nvcc that it names)."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")]
    return ({row[0]: OnPage(row[2], re.search(r"`(\w+)`", row[5] if "`" in row[5] else row[4])[1]) for row in rows},
            re.search(r"nvcc ([\d.]+\d):", text)[1])


def differences(cases):
    """A line for each case whose code is not what the page says."""
    expected, made_with = on_page(PAGE.read_text())
    need_compiler(made_with, "docs/recorded_code.md")
    wrong = []
    for case in cases:
        if case.title not in expected:
            wrong.append(f"{case.title}: not in docs/recorded_code.md: docs/recorded_code.py --write")
        elif (now := compile_case(case)).digest != expected[case.title].digest:
            wrong.append(f"{case.title}: other machine code than docs/recorded_code.md has (`{now.digest}`): measure it beside that of "
                         f"{case.recorded}, then docs/recorded_code.py --write")
    return wrong


def compile_all():
    """Rows as page() takes them."""
    found = []
    for case in CASES:
        of = provenance(case)
        need_compiler(of["compilers"]["cuda"].split()[-1], case.recorded)
        found.append((case, of["git"], compile_at(case, of["git"]), compile_case(case)))
    return found


def main():
    parser = page_options.parser(__doc__, write="write docs/recorded_code.md")
    parser.add_argument("--quick", action="store_true", help="those alone that take seconds to compile")
    options = parser.parse_args()
    if options.write and options.quick:
        parser.error("--write writes all of the page: leave --quick out")
    try:
        if options.write:
            PAGE.write_text(page(compile_all()))
        elif wrong := differences([case for case in CASES if case.quick or not options.quick]):
            sys.exit("\n".join(wrong))
    except code.Unavailable as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
