#!/usr/bin/env python3
"""What the compiled code takes beside what the kernels declare: operations by pipe, on sm_90.

    docs/instruction_counts.py             print the page, exit 1 where a declared count is not what the code shows
    docs/instruction_counts.py --write     write docs/instruction_counts.md

A bound may never lie below what can be reached, so a declared count is at most that of the cheapest way through the code;
and it is at least 80% of it where it is the larger of the two pipes', moves left out, or it would bound nothing (what may run
on either pipe is not declared). Ways and loops: docs/machine_code.py. A random word is the difference of two kernels that
draw 16 and 32 words (docs/probes/words.cu); a bit-sliced update is one half-sweep of a thread with eight words: the loop over
four pairs of digits that no two classes tell apart, two in a turn with a generator that draws a word at a time, one round of
the rest, and two spins served, of which the first stands before the loop over the others.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import machine_code as code  # noqa: E402
import page_options  # noqa: E402

ROOT = code.ROOT
PAGE = ROOT / "docs/instruction_counts.md"
WORK = ROOT / "kernels/common/multispin_work.hpp"
SQUARE_GLASS = ROOT / "kernels/ea2d_metropolis/gpu_columns.cuh"
CUBIC_GLASS = ROOT / "kernels/ea3d_metropolis/gpu_columns.cuh"
PIPES = ("alu", "fma", "issue")
LEAST, MOST = 0.8, 1.001

TYPES = {"lcg32_random": "Lcg32", "lcg64_random": "Lcg64", "fibonacci521": "Fibonacci521", "fibonacci1279": "Fibonacci1279",
         "minstd": "Minstd", "parisi_rapuano": "ParisiRapuano", "parisi_rapuano_lcg64": "ParisiRapuanoLcg64", "mt19937": "Mt19937",
         "xorwow": "Xorwow", "philox4x32": "Philox4x32", "philox4x32_7": "Philox4x32_7", "sfc32": "Sfc32",
         "xoshiro128pp": "Xoshiro128pp", "mwc64x": "Mwc64x"}
UPDATES = {"multispin": ("multispin2d", "update_colour", "multispin2d_cost"),
           "multispin, persistent": ("multispin2d", "update_strips", "multispin2d_strips_cost"),
           "multispin_tiled": ("multispin2d", "visit_tiles", "multispin2d_tiled_cost"),
           "multispin, 3D": ("multispin3d", "update_colour", "multispin3d_cost")}
OPENS_ONCE_A_VISIT = ("sfc32", "xoshiro128pp", "mwc64x")


def declared_generators():
    """{generator: what `spinbench list --json` says of it}."""
    binary = os.environ.get("SPINBENCH_BINARY", str(ROOT / "spinbench"))
    listing = subprocess.run([binary, "list", "--json"], check=True, capture_output=True, text=True).stdout
    return {g["name"]: g for g in json.loads(listing)["generators"]}


def word_cost(generator):
    """A declared word: streams.hpp's Facts."""
    fma, alu = generator["multiply_adds_per_word"], generator["logic_ops_per_word"]
    return code.Count(alu=alu, fma=fma, issue=alu + fma / 2)


def opening_cost(generator):
    fma, alu = generator["multiply_adds_per_opening"], generator["logic_ops_per_opening"]
    return code.Count(alu=alu, fma=fma, issue=alu + fma / 2)


def declared_update(name):
    """(once, pair, serve) of a MultispinCost in multispin_work.hpp."""
    numbers = r"\{([\d.]+), ([\d.]+), ([\d.]+)\}"
    match = re.search(rf"{name}\{{{numbers}, {numbers}, {numbers}", WORK.read_text())
    values = [float(v) for v in match.groups()]
    return [code.Count(dict(zip(PIPES, values[i:i + 3]))) for i in (0, 3, 6)]


def declared_pipes(header, name):
    """A PipeCost of a header."""
    match = re.search(rf"\b{name}\{{([\d.]+), ([\d.]+), ([\d.]+)\}}", header.read_text())
    return code.Count(dict(zip(PIPES, map(float, match.groups()))))


def compiled(probe, generators):
    """{generator: {demangled name: kernel}} of docs/probes/`probe`.cu, compiled once for all of them."""
    # A comma would part two macros for nvcc.
    types = r"\,".join(f"rng::{TYPES[name]}" for name in generators)
    found = code.kernels(code.disassembled(f"docs/probes/{probe}.cu", f"-DPROBED_GENERATORS={types}"))
    # What the compiler calls them.
    spelled = {int(match[1]): match[2].strip() for name in found if (match := re.search(r"\bprobed_generator<(\d+), (.*)>\(", name))}
    return {generator: {name: kernel for name, kernel in found.items()
                        if f"<{spelled[number]}," in name and "probed_generator<" not in name}
            for number, generator in enumerate(generators)}


def compiled_word(kernels):
    """Of one word, without what the probe does to it: a store, and loads of the state."""
    few, many = sorted((kernel.total() for kernel in kernels.values()), key=lambda count: count["issue"])
    word = (many - few) * (1 / 16)
    word["issue"] -= word["memory"]
    return word


def within(loop, loops):
    return [inner for inner in loops if loop[0] < inner[0] and inner[1] <= loop[1]]


def half_sweep(kernel):
    """(once with one turn of each loop, which is two spins served, and a turn of the loop over pairs of digits) of a
    bit-sliced update."""
    loops = kernel.loops()
    if "update_colour" in kernel.name:
        digits, rest, served = loops[:3]
        return kernel.once([digits, rest, served]), kernel.around(digits)
    turns = [loop for loop in loops if 3 <= len(within(loop, loops)) <= 7]
    if "visit_tiles" in kernel.name:
        # A turn of the loop over half-sweeps has one of either colour.
        turn = next(loop for loop in turns if len(within(loop, loops)) == 6)
        digits, rest, served = within(turn, loops)[:3]
        return kernel.around(turn, within(turn, loops)) * 0.5, kernel.around(digits)
    # The strips: waits for two neighbours, then the update.
    turn = next(loop for loop in turns if len(within(loop, loops)) == 5)
    digits, rest, served = within(turn, loops)[2:]
    return kernel.around(turn, [digits, rest, served]), kernel.around(digits)


def updates_of(probes, generator, singly_drawn):
    """{update: what a half-sweep takes} as compiled for a generator, of which a turn of the loop over pairs of digits does two
    where its words are `singly_drawn`. `probes`: {probe: compiled(probe, ...)}."""
    found = {}
    for name, (source, function, _) in UPDATES.items():
        for demangled, kernel in probes[source][generator].items():
            if function in demangled:
                kernel.name = demangled
                once, turn = half_sweep(kernel)
                found[name] = once + turn * (1 if singly_drawn else 3)
    return found


def declared_half_sweep(update, name, generator):
    """The same as declared: 64 words for the leading digits, and one for either spin that is served."""
    once, pair, serve = declared_update(UPDATES[update][2])
    total = once + pair * 4 + serve + word_cost(generator) * 66
    if update != "multispin_tiled" or name not in OPENS_ONCE_A_VISIT:
        total = total + opening_cost(generator)
    return total


def whole_turn(kernels, function):
    """A turn, with all that its conditions allow done, of the loop of a kernel that does the work: the shortest one of those
    that hold no other and are not half as short as the longest."""
    kernel = next(kernel for demangled, kernel in kernels.items() if function in demangled)
    loops = kernel.loops()
    turns = [sum(kernel.costs[first:last + 1], code.Count()) for first, last in loops
             if not within((first, last), loops)]
    least = max(turn["issue"] for turn in turns) / 2
    return min((turn for turn in turns if turn["issue"] > least), key=lambda turn: turn["issue"])


def of_columns(name, generator, kernels):
    """(name, declared, compiled) for two sweeps of a column of the square spin glass, words of 64: 64 words of 32 attempts
    by 32 random numbers, which is a turn of the only loop that has the shuffles, with both sweeps done."""
    word, number = (declared_pipes(SQUARE_GLASS, cost) for cost in ("columns_word_cost", "columns_number_cost"))
    return f"columns, {name}", word * 64 + (number + word_cost(generator)) * 32, whole_turn(kernels, "visit_columns")


def of_march(name, generator, kernels):
    """(name, declared, compiled) for a pair of the cubic spin glass, four replicas: a turn of the loop over planes of a
    thread that keeps its pair, with both stages done: eight words of 32 attempts at two sites."""
    word, site = (declared_pipes(CUBIC_GLASS, cost) for cost in ("march_word_cost", "march_site_cost"))
    declared = (word + word_cost(generator)) * 8 + (site + opening_cost(generator)) * 2
    return f"march, {name}", declared, whole_turn(kernels, "march<")


def faults(name, declared, compiled, decisive=True):
    """What is wrong with a declared count."""
    wrong = [f"{name}: {declared[p]:g} {p} declared, but the code has {compiled[p]:g}" for p in PIPES
             if declared[p] > MOST * compiled[p]]
    needed = {"alu": compiled["alu"], "fma": compiled["fma"] - compiled["moves"]}
    pipe = max(needed, key=needed.get)
    if decisive and declared[pipe] < LEAST * needed[pipe]:
        wrong.append(f"{name}: only {declared[pipe]:g} {pipe} declared where the code has {needed[pipe]:g}")
    return wrong


def compare(generators, updates_for=("mwc64x", "sfc32", "philox4x32")):
    """({table: [(name, declared, compiled)]}, all faults): of words, of half-sweeps, of the spin glasses."""
    tables = {"words": [], "updates": [], "columns": [], "marches": []}
    wrong = []
    for name, kernels in compiled("words", list(TYPES)).items():
        tables["words"].append((name, word_cost(generators[name]), compiled_word(kernels)))
        # What both pipes may do is not declared: in some words that is much.
        wrong += faults(*tables["words"][-1], decisive=name in updates_for)
    probes = {probe: compiled(probe, updates_for) for probe in ("multispin2d", "multispin3d")}
    for name in updates_for:
        for update, cost in updates_of(probes, name, generators[name]["singly_drawn"]).items():
            tables["updates"].append((f"{update}, {name}", declared_half_sweep(update, name, generators[name]), cost))
    for probe, made, of, names in (("glass2d", "columns", of_columns, ("lcg32_random", "philox4x32")),
                                   ("glass3d", "marches", of_march, ("philox4x32", "philox4x32_7"))):
        for name, kernels in compiled(probe, names).items():
            tables[made].append(of(name, generators[name], kernels))
    for made in ("updates", "columns", "marches"):
        for row in tables[made]:
            wrong += faults(*row)
    return tables, wrong


def table(title, rows, unit):
    def cells(count):
        return " | ".join(f"{count[pipe] / unit:.2f}".rstrip("0").rstrip(".") for pipe in PIPES)

    lines = [f"| {title} | ALU | multiply-adds | issued | declared ALU | multiply-adds | issued |", f"|{'---|' * 7}"]
    return "\n".join(lines + [f"| {name} | {cells(compiled)} | {cells(declared)} |" for name, declared, compiled in rows])


def page(tables):
    version = subprocess.run([code.tool("nvcc"), "--version"], capture_output=True, text=True, check=True).stdout
    release = re.search(r"release [\d.]+, V[\d.]+", version)[0]
    return "\n".join([
        "# Operations in the machine code", "",
        f"Made by `docs/instruction_counts.py` for sm_90 with nvcc {release}. Operations a lane: turns of the ALU, turns of",
        "the multiply-add pipe (a wide product takes two), instructions of any kind. What is declared is what a row's limit is",
        "made of: never more than the compiled code takes on its cheapest way. Words on AMD cards:",
        "[instruction_counts_amd.md](instruction_counts_amd.md).", "",
        "## A random word", "", table("generator", tables["words"], 1), "",
        "## A word of 32 spins", "",
        "A half-sweep of tiles of eight words, divided by eight; at a temperature at which the leading digits of the classes'",
        "thresholds agree, and where a warp serves two spins one by one. Each pair of digits that differs adds one operation in",
        "two dimensions, each served spin the loop of step 2.", "",
        table("update", tables["updates"], 8), "",
        "## A word of the square spin glass", "",
        "32 attempts in words of 64 realizations, half of a random number: a turn of the loop of `visit_columns`, divided by 64.",
        "", table("update", tables["columns"], 64), "",
        "## A word of the cubic spin glass", "",
        "32 attempts, of four replicas a site with one block of random numbers: a turn of the loop over planes of `march`, both",
        "colours of a pair done, divided by eight.", "", table("update", tables["marches"], 8), ""])


def main():
    write = page_options.wants_to_write(__doc__)
    try:
        tables, wrong = compare(declared_generators())
        text = page(tables)
    except code.Unavailable as missing:
        sys.exit(f"{missing}: this needs nvcc and nvdisasm")
    code.publish(PAGE, text, wrong, write)


if __name__ == "__main__":
    main()
