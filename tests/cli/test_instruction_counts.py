"""What the kernels declare of their operations is what their compiled code shows, and the limits' own kernels are pure."""

import shutil
import sys

import pytest
from conftest import ROOT, needs

sys.path.insert(0, str(ROOT / "docs"))
import instruction_counts as counts  # noqa: E402
import instruction_counts_amd as amd  # noqa: E402
import machine_code as code  # noqa: E402

LISTING = """
.text.first:
        /*0000*/                   IMAD.WIDE.U32 R2, R3, 0x4, R2 ;
        /*0010*/              @P1 EXIT ;
.L_x_0:
        /*0020*/                   LOP3.LUT R0, R1, R2, R3, 0x96, !PT ;
        /*0030*/                   VIADD R4, R4, 0x1 ;
        /*0040*/              @!P2 BRA `(.L_x_1) ;
        /*0050*/                   IADD3 R0, R1, R2, R3 ;
        /*0060*/                   SHF.L.W.U32.HI R0, R1, 0x2, R1 ;
.L_x_1:
        /*0070*/              @P0 BRA `(.L_x_0) ;
        /*0080*/                   STG.E desc[UR4][R2.64], R0 ;
        /*0090*/                   EXIT ;
.L_x_2:
        /*00a0*/                   BRA `(.L_x_2) ;
        /*00b0*/                   NOP ;
"""


@pytest.fixture(scope="module")
def tools():
    for name in ("nvcc", "nvdisasm"):
        try:
            code.tool(name)
        except code.Unavailable as missing:
            pytest.skip(str(missing))


def test_pipes():
    pipes = {"LOP3.LUT": "alu", "IADD3.X": "alu", "IMAD.MOV.U32": "fma", "VIADD": "either", "POPC": "slow", "LDS.128": "memory",
             "UIADD3": "other", "BRA": "other"}
    assert {opcode: code.pipe_of(opcode) for opcode in pipes} == pipes
    assert code.cost_of("IMAD.WIDE.U32") == code.Count(fma=2, issue=1)


def test_ways_and_loops():
    (kernel,) = code.kernels(LISTING).values()
    loop = kernel.loops()[0]
    assert kernel.around(loop) == code.Count(alu=1, either=1, other=2, issue=4)
    assert kernel.once([loop]) == code.Count(fma=2, alu=1, either=1, memory=1, other=4, issue=8)


def test_faults_are_found():
    compiled = code.Count(alu=100, fma=40, issue=160)
    assert counts.faults("right", code.Count(alu=95, fma=10, issue=120), compiled) == []
    (more,) = counts.faults("more", code.Count(alu=101, fma=10, issue=120), compiled)
    assert more == "more: 101 alu declared, but the code has 100"
    (fewer,) = counts.faults("fewer", code.Count(alu=79, fma=40, issue=120), compiled)
    assert fewer == "fewer: only 79 alu declared where the code has 100"
    moves = code.Count(alu=100, fma=104, issue=210, moves=10)
    assert counts.faults("moves", code.Count(alu=95, fma=10, issue=170), moves) == []
    (products,) = counts.faults("products", code.Count(alu=95, fma=79, issue=170), code.Count(alu=99, fma=100, issue=210))
    assert products == "products: only 79 fma declared where the code has 100"


def test_declared_counts_are_those_of_the_code(tools):
    tables, wrong = counts.compare(counts.declared_generators())
    assert {made: len(rows) for made, rows in tables.items()} == {"words": len(counts.TYPES), "updates": 12, "columns": 2,
                                                                  "marches": 2}
    assert wrong == []


@pytest.mark.parametrize("source, pipe", [("logic", "alu"), ("mad", "fma"), ("issue", "issue")])
def test_kernels_that_measure_a_pipe_have_hardly_anything_else(tools, source, pipe):
    """All but 1% of the operations of the loop on the pipe that is measured are those that it counts, and no other pipe
    has as many."""
    found = code.kernels(code.disassembled(f"kernels/machine/{source}.cu"))
    loops = {name: kernel.around(kernel.loops()[0]) for name, kernel in found.items() if "walk_chains" in name}
    assert loops
    for name, count in loops.items():
        counted = 512 if "OneMad" in name else 1024
        assert counted <= count[pipe] <= 1.01 * counted, name
        others = [count[other] for other in ("alu", "fma") if other != pipe]
        assert max(others) <= (0.51 if pipe == "issue" else 0.6) * count[pipe] and count["issue"] <= 1.03 * counted, name


ASSEMBLY = """
_Z5firstv:
\tv_mul_lo_u32 v0, v1, v2
\tv_xor_b32 v0, v1, v2
\ts_add_u32 s0, s1, s2
\tglobal_store_dword v[0:1], v2, off
\ts_endpgm
\tv_mul_hi_u32_u24 v0, v1, v2
_Z6secondv:
\tv_mad_u64_u32 v[0:1], s[0:1], v2, v3, v[4:5]
\t.section
\tv_xor_b32 v0, v1, v2
"""


def test_instructions_for_amd_cards():
    assert amd.counts_in(ASSEMBLY) == {"first()": code.Count(quarter=1, vector=2, scalar=2, memory=1, issue=6),
                                       "second()": code.Count(quarter=1, issue=1)}
    generator = {"multiply_adds_per_word": 2, "logic_ops_per_word": 3}
    assert amd.faults({"a": generator}, {"a": code.Count(vector=3, quarter=1)}) == []
    (fault,) = amd.faults({"a": generator}, {"a": code.Count(vector=3)})
    assert fault == "a: 4 instructions declared, but the code for gfx90a has 3"


def test_no_generator_declares_more_than_amd_cards_do():
    needs(shutil.which("hipcc"), "no hipcc on PATH")
    found = amd.words()
    assert set(found) == set(counts.TYPES)
    assert all(count["vector"] + count["quarter"] > 0 for count in found.values())
    assert amd.faults(counts.declared_generators(), found) == []
