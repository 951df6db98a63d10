"""The machine code of kernels whose speed was recorded is what it was, or docs/recorded_code.md says otherwise."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import machine_code as code  # noqa: E402
import recorded_code as recorded  # noqa: E402

LISTING = """
	.section	.text._Z5firstILj2EEvv,"ax",@progbits
.text._Z5firstILj2EEvv:
.L_x_7:
        /*0000*/                   MOV R1, c[0x0][0x28] ;                        /* 0x00000a0000017a02 */
                                                                                 /* 0x000fe20000000f00 */
        /*0010*/              @P1 BRA `(.L_x_7) ;                                /* 0xffffffe000001947 */
                                                                                 /* 0x000fea000383ffff */
	.section	.nv.info,"",@"SHT_CUDA_INFO"
        /*0000*/ 	.byte	0x04, 0x2f, 0x08, 0x00                                /* 0x0000000000000000 */
"""
CASE = recorded.CASES[0]


@pytest.fixture
def demangled(monkeypatch):
    monkeypatch.setattr(code, "demangled", lambda names: [f"void spinbench::{name[3:8]}<2u>()" for name in names])


def digest(listing):
    return recorded.compiled(listing, "first<2u>").digest


def test_digest(demangled):
    assert recorded.compiled(LISTING, "first<2u>").instructions == 2
    assert digest(LISTING.replace("L_x_7", "L_x_8")) == digest(LISTING)
    # Where a jump leads, what is read, and how long the next instruction waits.
    for old, new in (("ffffffe0", "fffffff0"), ("00000a00", "00000b00"), ("000fe200", "000fc200")):
        assert digest(LISTING.replace(old, new)) != digest(LISTING), old


@pytest.mark.parametrize("listing, function, found", [(LISTING, "second<", "0 functions"), (LISTING.replace("/* 0x", "/* "), "first<2u>",
                                                      "1 functions"), (LISTING + LISTING.replace("first", "firsT"), "firs", "2 functions")])
def test_one_function_with_instructions_must_match(demangled, listing, function, found):
    with pytest.raises(RuntimeError, match=found):
        recorded.compiled(listing, function)


def test_page_is_of_the_recorded_files():
    found, compiler = recorded.on_page(recorded.PAGE.read_text())
    of = [recorded.provenance(case) for case in recorded.CASES]
    assert [(title, one.commit) for title, one in found.items()] == [
        (case.title, one["git"]) for case, one in zip(recorded.CASES, of)], "run docs/recorded_code.py --write"
    assert not any(one["dirty"] for one in of)
    assert {one["compilers"]["cuda"] for one in of} == {f"NVIDIA {compiler}"}


def test_page_says_what_is_now(monkeypatch):
    monkeypatch.setattr(recorded, "compiler", lambda: "1.2.34")
    then, now = recorded.Compiled(5, "aa"), recorded.Compiled(6, "bb")
    for current in (then, now):
        page = recorded.page([(CASE, "1234567", then, current)])
        assert recorded.on_page(page) == ({CASE.title: recorded.OnPage("1234567", current.digest)}, "1.2.34")


def test_differences(monkeypatch):
    expected, made_with = recorded.on_page(recorded.PAGE.read_text())
    monkeypatch.setattr(recorded, "compiler", lambda: made_with)
    monkeypatch.setattr(recorded, "compile_case", lambda case: recorded.Compiled(1, expected[case.title].digest))
    assert recorded.differences(recorded.CASES) == []
    monkeypatch.setattr(recorded, "compile_case", lambda case: recorded.Compiled(1, "other"))
    assert len(recorded.differences(recorded.CASES)) == len(recorded.CASES)
    (unknown,) = recorded.differences([recorded.Case("`new`", "new.cu", "new<", "new.json")])
    assert "--write" in unknown
    monkeypatch.setattr(recorded, "compiler", lambda: "1.2.34")
    with pytest.raises(code.Unavailable, match="1.2.34"):
        recorded.differences(recorded.CASES)


def test_a_commit_that_is_not_there():
    with pytest.raises(code.Unavailable, match="whole history"):
        recorded.compile_at(CASE, "0" * 40)


def test_code_is_as_recorded():
    try:
        code.tool("nvdisasm")
        wrong = recorded.differences([case for case in recorded.CASES if case.quick])
    except code.Unavailable as missing:
        pytest.skip(str(missing))
    assert wrong == []
