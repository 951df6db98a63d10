#!/usr/bin/env python3
"""docs/resource_usage.md: what the compilers say each Ising kernel needs on gfx90a and on sm_90, no card needed.

    docs/resource_usage.py            print the page
    docs/resource_usage.py --write    write it

Needs hipcc and nvcc on PATH; takes some minutes, since every instantiation of each file is compiled. The page holds the
default cases: int32 spins, lcg32 (multispin: philox4x32, tiles of eight words, a launch a colour; multispin_tiled:
philox4x32, coarse tiles of 8 words by 32 rows), each variant's own `draw`, one site a thread, no measuring.
"""

import math
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import machine_code  # noqa: E402
import page_options  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/resource_usage.md"
KERNELS = "kernels/ising2d_metropolis"
TOOLS = ("hipcc", "nvcc", "c++filt")
COMMON = ["-std=c++20", "-O3", "-I.", "-c", "-o", "/dev/null"]

# Variant, tile, and the kernel's name as c++filt prints its template arguments.
LCG32 = "spinbench::rng::Lcg<unsigned int, 1664525u, 1013904223u>"
PHILOX = "spinbench::rng::Philox<10>"
CASES = [
    ("naive", None, f"update_naive<int, {LCG32}, false>"),
    ("crinkled", None, f"Version2, int, {LCG32}, false, 1>"),
    ("texture", None, f"Version3, int, {LCG32}, true, 1>"),
    ("coalesced", None, f"Version4, int, {LCG32}, true, 1>"),
    *(("tiled", tile, f"SquareTile<{tile}>, {LCG32}, true, false>") for tile in (4, 8, 16, 32)),
    ("multispin", None, f"update_colour<{PHILOX}, 4, 2, spinbench::ising2d::MultispinThresholds>"),
    ("multispin_tiled", None, f"visit_tiles<{PHILOX}, 4>"),
]


def threads_a_block(variant, tile):
    """As in gpu_tiled.cuh, gpu_checkerboard.cuh, gpu_multispin_colours.cuh and multispin_tiled.cu."""
    if variant == "multispin_tiled":
        return 32
    if variant == "multispin":
        return 128
    return 256 if tile is None else max(tile * tile // 2, 128)


def bytes_at_launch(variant):
    """Shared memory that the compilers do not know of: visit_shared_bytes() of gpu_multispin_tiled.cuh."""
    return 16 + 4 * 28 * (32 + 2) if variant == "multispin_tiled" else 0


def source(variant, tile):
    if variant == "tiled":
        return f"{KERNELS}/tiled_side{tile}.cu"
    return f"{KERNELS}/multispin_colours.cu" if variant == "multispin" else f"{KERNELS}/{variant}.cu"


def compiler_says(command):
    """The diagnostics of a compilation, with demangled names."""
    done = subprocess.run([machine_code.tool(command[0]), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed on {command[-1]}:\n{done.stderr[-2000:]}")
    return subprocess.run(["c++filt"], input=done.stdout + done.stderr, capture_output=True, text=True,
                          check=True).stdout


def amd_usage(file):
    """{kernel: {field: number}} on gfx90a."""
    text = compiler_says(["hipcc", *COMMON, "-DSPINBENCH_GPU_HIP", '-DSPINBENCH_GPU_BACKEND="hip"',
                          "-DSPINBENCH_GPU_NAMESPACE=on_hip", "--offload-arch=gfx90a", "--cuda-device-only",
                          "-Wno-pass-failed", "-Rpass-analysis=kernel-resource-usage", file])
    found, current = {}, None
    for line in text.splitlines():
        if match := re.search(r"Function Name: (.*) \[-Rpass", line):
            current = found.setdefault(match[1], {})
        elif current is not None and (match := re.search(r"remark: +(\w+)[^:]*: (\d+) \[-Rpass", line)):
            current.setdefault(match[1], int(match[2]))
    return found


def nvidia_usage(file):
    """{kernel: {"registers", "shared", "stack"}} on sm_90."""
    text = compiler_says(["nvcc", *COMMON, '-DSPINBENCH_GPU_BACKEND="cuda"', "-DSPINBENCH_GPU_NAMESPACE=on_cuda",
                          "-arch=sm_90", "-Xptxas=-v", "--expt-relaxed-constexpr", file])
    found, current = {}, None
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '(.*)' for", line):
            current = found.setdefault(match[1], {})
        elif current is None:
            continue
        elif match := re.search(r"(\d+) bytes stack frame", line):
            current["stack"] = int(match[1])
        elif match := re.search(r"Used (\d+) registers", line):
            current["registers"] = int(match[1])
            shared = re.search(r"(\d+) bytes smem", line)
            current["shared"] = int(shared[1]) if shared else 0
    return found


def warps_of_sm90(registers, shared, threads):
    """Warps that a multiprocessor of compute capability 9.0 holds of such blocks: CUDA programming guide, table of
    technical specifications; each quarter has 16384 registers and gives them to its warps by 256; shared memory is given
    to blocks by 128 B and 1 KiB more."""
    warps = threads // 32
    by_registers = 4 * (16384 // (math.ceil(registers * 32 / 256) * 256)) // warps
    by_shared = 233472 // (math.ceil((shared + 1024) / 128) * 128)
    return min(by_registers, by_shared, 2048 // threads, 32) * warps


def amd_waves(usage, threads):
    """Waves a SIMD of gfx90a: the compiler's number, from registers and LDS; it holds four SIMDs a unit, 64 KiB LDS."""
    if not usage["LDS"]:
        return usage["Occupancy"]
    by_lds = 65536 // (math.ceil(usage["LDS"] / 512) * 512) * math.ceil(threads / 64) // 4
    return min(usage["Occupancy"], by_lds)


def the_one(found, wanted):
    names = [name for name in found if wanted in name and ("update_" in name or "visit_" in name)]
    if len(names) != 1:
        sys.exit(f"{len(names)} kernels match {wanted}")
    return found[names[0]]


def first_line(name):
    """Of what a compiler says of its version."""
    lines = subprocess.run([machine_code.tool(name), "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
    return next(line for line in lines if "version" in line or "release" in line).strip()


def page():
    """Raises machine_code.Unavailable where a tool is missing, before anything is compiled."""
    for name in TOOLS:
        machine_code.tool(name)
    amd = {file: amd_usage(file) for file in dict.fromkeys(source(variant, tile) for variant, tile, _ in CASES)}
    nvidia = {file: nvidia_usage(file) for file in amd}
    lines = [
        "# Registers, shared memory and occupancy",
        "",
        "Made by `docs/resource_usage.py`: what the compilers report for the default cases (int32 spins, lcg32, each",
        "variant's own `draw`, one site a thread; `multispin`: philox4x32, tiles of eight words, a launch a colour;",
        "`multispin_tiled`: philox4x32, coarse tiles of 8 words by 32 rows). The AMD side was compiled, not run: no AMD",
        "card was at hand.",
        "",
        f"- gfx90a (waves of 64; at most 8 a SIMD, 512 VGPRs, 64 KiB LDS a unit): {first_line('hipcc')},",
        "  `-Rpass-analysis=kernel-resource-usage`",
        f"- sm_90 (warps of 32; at most 64 a multiprocessor): {first_line('nvcc')}, `-Xptxas=-v`",
        "",
        "| variant | tile | threads | VGPRs | SGPRs | scratch B | LDS B | waves a SIMD, of 8 | sm_90 registers "
        "| stack B | shared B | warps, of 64 |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for variant, tile, wanted in CASES:
        file = source(variant, tile)
        a, n = dict(the_one(amd[file], wanted)), dict(the_one(nvidia[file], wanted))
        threads = threads_a_block(variant, tile)
        a["LDS"] += bytes_at_launch(variant)
        n["shared"] += bytes_at_launch(variant)
        cells = [f"`{variant}`", tile or "", threads, a["VGPRs"], a["SGPRs"], a["ScratchSize"], a["LDS"],
                 amd_waves(a, threads), n["registers"], n["stack"], n["shared"],
                 warps_of_sm90(n["registers"], n["shared"], threads)]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    lines += [
        "",
        "`texture` and `coalesced` are empty shells on gfx90a: it has no texture fetches, and their cases are skipped there.",
        "A block of `multispin_tiled`, one coarse tile, fills half a wave there.",
        "",
    ]
    return "\n".join(lines)


def main():
    write = page_options.wants_to_write(__doc__)
    try:
        text = page()
    except machine_code.Unavailable as missing:
        sys.exit(f"docs/resource_usage.py: {missing}: this needs {', '.join(TOOLS)}")
    if write:
        PAGE.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
