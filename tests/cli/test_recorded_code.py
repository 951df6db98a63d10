"""The machine code of kernels whose speed was recorded is what it was, or docs/recorded_code.md says otherwise."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import machine_code as code  # noqa: E402
import recorded_code as recorded  # noqa: E402

LISTING = """
.section .text._Z5firstILj2EEvv,"ax",@progbits
.text._Z5firstILj2EEvv:
.L_x_7:
        /*0000*/              @P1 EXIT ;
        /*0010*/                   LOP3.LUT R0, R1, R2, R3, 0x96, !PT ;
        /*0020*/              @!P2 BRA `(.L_x_9) ;
        /*0030*/                   BRA `(.L_x_7) ;
        /*0040*/                   NOP ;
"""


def digest(listing):
    return recorded.compiled(listing, "first<2u>").digest


@pytest.fixture
def named(monkeypatch):
    monkeypatch.setattr(code, "demangled", lambda names: [f"void spinbench::{name[3:8]}<2u>()" for name in names])


def test_digest(named):
    assert recorded.compiled(LISTING, "first<2u>").instructions == 4
    moved = LISTING.replace("/*00", "/*10").replace("L_x_9", "L_x_19").replace("L_x_7", "L_x_8").replace("NOP ;", "NOP ; \n NOP ;")
    assert digest(moved) == digest(LISTING)
    for old, new in (("0x96", "0x3c"), ("@P1", "@!P1"), ("R0, R1", "R4, R1"), ("L_x_9", "L_x_7"), ("LOP3.LUT", "S2R")):
        assert digest(LISTING.replace(old, new, 1 if old != "L_x_9" else -1)) != digest(LISTING), old


def test_one_function_must_match(named):
    with pytest.raises(RuntimeError, match="0 functions match second"):
        recorded.compiled(LISTING, "second<")


def test_page_has_all_cases():
    digests, compiler = recorded.on_page(recorded.PAGE.read_text())
    assert list(digests) == [case.title for case in recorded.CASES], "run docs/recorded_code.py --write"
    assert compiler.startswith("release ")


def test_page_says_what_is_now(monkeypatch):
    monkeypatch.setattr(recorded, "compiler", lambda: "release 1.0, V1.0.0")
    case, then, now = recorded.CASES[0], recorded.Compiled(5, "aa"), recorded.Compiled(6, "bb")
    for current in (then, now):
        assert recorded.on_page(recorded.page([(case, "1234567", then, current)]))[0] == {case.title: current.digest}


def test_code_is_as_recorded():
    try:
        code.tool("nvdisasm")
        wrong = recorded.differences([case for case in recorded.CASES if case.quick])
    except code.Unavailable as missing:
        pytest.skip(str(missing))
    assert wrong == []
