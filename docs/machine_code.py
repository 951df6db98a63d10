"""What NVIDIA's compiler makes of a kernel: its instructions by pipe, its loops, and what a way through it costs.

Pipes of compute capability 9.0, lanes a clock and multiprocessor (CUDA programming guide, arithmetic instructions):

    alu     64   logic, shifts, comparisons, selections, three-input and scaled additions
    fma     64   integer multiply-adds, and what the compiler writes as one (moves, left shifts, additions); IMAD.WIDE and
                 IMAD.HI take two turns
    either       VIADD, an addition of two operands: not bound to the ALU. rng_count_odd with sfc32 on an H200 makes
                 3,160 words/ns at 16.7 T/s of the ALU: 5.3 turns a word, where the code has 5 without VIADD and 6 with it
    slow    16   population counts, conversions, reciprocals
    memory       loads, stores, atomics, shuffles; uniform and control flow the rest. All take one of the 128 issue slots

No device is needed: nvcc, and nvdisasm (of the CUDA toolkit, or `pip install nvidia-cuda-nvdisasm`).
"""

import collections
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NVCC = ["-std=c++20", "-O3", "-I.", '-DSPINBENCH_GPU_BACKEND="cuda"', "-DSPINBENCH_GPU_NAMESPACE=on_cuda",
        "--expt-relaxed-constexpr", "-arch=sm_90"]

ALU = {"LOP3", "LOP", "SHF", "SHL", "SHR", "IADD3", "LEA", "ISETP", "SEL", "PRMT", "MOV", "PLOP3", "IMNMX", "VIMNMX", "BMSK",
       "SGXT", "IABS", "FSETP", "FSEL", "FMNMX", "P2R", "R2P"}
FMA = {"IMAD", "FFMA", "FADD", "FMUL", "HFMA2", "HADD2", "HMUL2"}
EITHER = {"VIADD", "IADD"}
SLOW = {"POPC", "FLO", "BREV", "I2F", "F2I", "I2FP", "MUFU", "F2F", "I2I"}
MEMORY = {"LD", "LDG", "LDS", "LDL", "LDC", "ST", "STG", "STS", "STL", "ATOM", "ATOMG", "ATOMS", "RED", "SHFL", "TEX", "TLD",
          "TLD4", "S2R", "CS2R", "CCTL", "MEMBAR", "VOTE", "MATCH"}


class Unavailable(Exception):
    """A tool is missing; the message says which."""


class Count(collections.Counter):
    """Instructions by pipe: alu, fma (turns), either, slow, memory, other; issue counts each once, moves those of fma that
    are nothing but moves."""

    def __mul__(self, times):
        return Count({pipe: times * number for pipe, number in self.items()})

    def __add__(self, other):
        return Count({pipe: self[pipe] + other[pipe] for pipe in {*self, *other}})

    def __sub__(self, other):
        return Count({pipe: self[pipe] - other[pipe] for pipe in {*self, *other}})


def pipe_of(opcode):
    base = opcode.split(".")[0]
    for pipe, members in (("alu", ALU), ("fma", FMA), ("either", EITHER), ("slow", SLOW), ("memory", MEMORY)):
        if base in members:
            return pipe
    return "other"


def cost_of(opcode):
    pipe = pipe_of(opcode)
    parts = opcode.split(".")
    wide = pipe == "fma" and any(part in ("WIDE", "HI") for part in parts)
    count = Count({pipe: 2 if wide else 1, "issue": 1})
    # Which of the two pipes moves a register is the compiler's choice.
    if parts[:2] == ["IMAD", "MOV"]:
        count["moves"] = 1
    return count


def tool(name):
    """The path of a program of the CUDA toolkit; nvdisasm comes as a Python package, too."""
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    if found is None and name == "nvdisasm":
        package = importlib.util.find_spec("nvidia")
        places = [pathlib.Path(p) for p in package.submodule_search_locations] if package else []
        found = next((str(path) for place in places for path in place.glob("*/bin/nvdisasm")), None)
    if found is None:
        raise Unavailable(f"no {name} on PATH")
    return found


def disassembled(source, *options, root=ROOT, encoding=False):
    """nvdisasm's text of a source file of the repository, or of another tree of its sources, compiled for sm_90; with the
    `encoding` of each instruction, two words of 64 bits in comments."""
    with tempfile.TemporaryDirectory() as folder:
        cubin = f"{folder}/code.cubin"
        done = subprocess.run([tool("nvcc"), *NVCC, *options, "-cubin", source, "-o", cubin], cwd=root, capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"nvcc failed on {source}:\n{done.stderr[-2000:]}")
        return subprocess.run([tool("nvdisasm"), "-hex" if encoding else "-c", cubin], capture_output=True, text=True, check=True).stdout


def demangled(names):
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


INSTRUCTION = re.compile(r"(?:/\*[0-9a-f]+\*/)?\s*(@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*)\b(.*);")


class Kernel:
    """Basic blocks of one function, in the order of their addresses."""

    def __init__(self, name):
        self.name = name
        self.costs = [Count()]
        # Of each block, the labels it may jump to; None: ends the kernel. A thread that a condition ends has no work.
        self.exits = [[]]
        self.falls = [True]  # whether it may go on with the next block
        self.places = {}  # label: block

    def label(self, name):
        self._new_block()
        self.places[name] = len(self.costs) - 1

    def _new_block(self):
        if self.costs[-1] or self.exits[-1] or not self.falls[-1]:
            self.costs.append(Count())
            self.exits.append([])
            self.falls.append(True)

    def instruction(self, predicate, opcode, operands):
        base = opcode.split(".")[0]
        if base == "NOP":
            return
        self.costs[-1] += cost_of(opcode)
        if base not in ("BRA", "EXIT", "RET", "BRX"):
            return
        target = re.search(r"\.L_\w+", operands)
        if base == "BRA" and target:
            self.exits[-1].append(target[0])
        elif not predicate:
            self.exits[-1].append(None)
        self.falls[-1] = bool(predicate) or (base == "BRA" and re.match(r"\s*!?U?P\d", operands) is not None)
        self._new_block()

    def finish(self):
        self.next = []
        for block, labels in enumerate(self.exits):
            after = [self.places[label] for label in labels if label is not None]
            leaves = None in labels
            if self.falls[block] and block + 1 < len(self.costs):
                after.append(block + 1)
            self.next.append((after, leaves))
        return self

    def total(self):
        return sum(self.costs, Count())

    def loops(self):
        """[(first block, last block)]: a jump backwards ends a loop where it leads; in the order of their beginnings, an
        outer one before those within."""
        ends = {}
        for block, (after, _) in enumerate(self.next):
            for target in after:
                if target <= block:
                    ends[target] = max(block, ends.get(target, 0))
        return sorted(ends.items(), key=lambda loop: (loop[0], -loop[1]))

    def way(self, start, goal, inside=None):
        """The cost of the cheapest way by issued instructions from the beginning of block `start` to that of block
        `goal` (None: out of the kernel), taking no loop around; within the blocks of the loop `inside` where one is
        named, and then `goal` may be its beginning once more."""
        first, last = inside or (0, len(self.costs) - 1)
        best = {start: Count()}
        todo = [start]
        arrived = []
        while todo:
            block = min(todo, key=lambda b: best[b]["issue"])
            todo.remove(block)
            cost = best[block] + self.costs[block]
            after, leaves = self.next[block]
            if leaves and goal is None:
                arrived.append(cost)
            for target in after:
                if target == goal and (target != start or cost["issue"] > 0):
                    arrived.append(cost)
                elif target > block and first <= target <= last:
                    if target not in best or cost["issue"] < best[target]["issue"]:
                        best[target] = cost
                        if target not in todo:
                            todo.append(target)
        if not arrived:
            raise RuntimeError(f"{self.name}: no way from block {start} to {goal}")
        return min(arrived, key=lambda cost: cost["issue"])

    def around(self, loop, through=()):
        """The cheapest turn of a loop that goes by the beginnings of the loops `through`, not around them."""
        cost, here = Count(), loop[0]
        for inner in through:
            cost, here = cost + self.way(here, inner[0], loop), inner[0]
        return cost + self.way(here, loop[0], loop)

    def once(self, through=()):
        """The cheapest way through the kernel by the beginnings of the loops `through`, not around them."""
        cost, here = Count(), 0
        for loop in through:
            cost, here = cost + self.way(here, loop[0]), loop[0]
        return cost + self.way(here, None)


def functions(text):
    """{mangled name: [line, ...]} of nvdisasm's text."""
    found, current = {}, None
    for line in map(str.strip, text.splitlines()):
        if line.startswith(".section"):
            current = None
        if match := re.match(r"\.text\.(\S+):$", line):
            current = found.setdefault(match[1], [])
        elif current is not None:
            current.append(line)
    return found


def kernels(text):
    """The functions in nvdisasm's text, by their demangled names."""
    found = []
    for name, lines in functions(text).items():
        found.append(Kernel(name))
        for line in lines:
            if match := re.match(r"(\.L_\w+):", line):
                found[-1].label(match[1])
            elif match := INSTRUCTION.match(line):
                found[-1].instruction(match[1], match[2], match[3])
    return dict(zip(demangled([kernel.name for kernel in found]), (kernel.finish() for kernel in found)))


def publish(page, text, wrong, write):
    """What a script that counts ends with: the text to its page, or printed; exit 1 for what is wrong."""
    if write:
        page.write_text(text)
    else:
        print(text)
    if wrong:
        sys.exit("\n".join(wrong))
