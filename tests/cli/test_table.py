"""What a person sees: nothing is wider than the terminal, and progress says how long it takes."""

import fcntl
import json
import os
import re
import struct
import subprocess
import termios

import pytest

from conftest import BINARY, BURST, SHORT, SHORT_CASE, new_terminal

TWO = [*SHORT_CASE[:-1], "steps=20000,30000", "--sweeps", "5", *BURST]


def on_a_terminal(args, columns, lines=50, code=0, **environment):
    """What the program writes to a terminal of that size."""
    main, other = new_terminal()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    env = {**os.environ, "TERM": "xterm", "COLUMNS": None, **environment}
    env = {name: value for name, value in env.items() if value is not None}
    process = subprocess.Popen([BINARY, *args], stdin=subprocess.DEVNULL, stdout=other, stderr=other, env=env)
    os.close(other)
    text = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(main)
    assert process.wait(timeout=60) == code
    return text.decode()


def seen(text):
    """The lines that were ever drawn, without the terminal's codes."""
    return [line for part in text.split("\n") for line in re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", part).split("\r")]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
@pytest.mark.parametrize("args", [["run", *TWO], ["verify", *SHORT_CASE]], ids=lambda args: args[0])
def test_nothing_is_wider_than_the_terminal(args, columns):
    lines = seen(on_a_terminal(args, columns))
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("variant") for line in lines)


@pytest.mark.parametrize("columns", [60, 200])
def test_a_search_is_not_wider_than_the_terminal(tmp_path, columns):
    lines = seen(on_a_terminal(["run", *SHORT_CASE[:-2], *BURST, "--sweeps", "5", "--tune", "--tune-axis", "steps=1000,2000,3000",
                                "--tuning", tmp_path / "t.json"], columns))
    assert max(map(len, lines)) <= columns
    assert any("chosen" in line for line in lines)


def test_a_refusal_is_wrapped_between_its_words(spinbench):
    """On a terminal; for whoever reads a pipe it is one line."""
    words = ["run", "--kernel", "ising2d_metropolis", "--backend", "cpu", "--variant", "tiled", "--axis", "tile=3"]
    lines = seen(on_a_terminal(words, 60, code=2))
    assert max(map(len, lines)) <= 60 and len(lines) > 2
    refusal = spinbench(*words).refused()
    assert "the tile must be even" in refusal and "".join("".join(lines).split()) == "".join(refusal.split())


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_verify_names_what_its_cells_are(spinbench, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = spinbench("verify", *SHORT_CASE[:-1], "steps=20000,30000").out.splitlines()
    head, *rows = lines[next(i for i, line in enumerate(lines) if line.startswith("variant")):]
    assert re.fullmatch(r"variant +steps  verified", head)
    rows = [row for row in rows if row.startswith("scalar")]
    assert len(rows) == 2 and max(map(len, lines)) <= columns
    # Below their heads: numbers end where the name of the axis does.
    ends = head.index("steps") + len("steps")
    assert [row[:ends].split()[-1] for row in rows] == ["20000", "30000"] and all(row[ends:ends + 2] == "  " for row in rows)


def test_the_best_is_marked_in_its_place():
    text = on_a_terminal(["run", *TWO], 80)
    last = text[text.rindex("\x1b[", 0, text.rindex("A\r")):]
    assert sum("*" in line for line in seen(last)) == 1 and "\x1b[1;32m" in last


@pytest.mark.parametrize("columns,environment", [(40, {}), (59, {}), (80, {"COLUMNS": "120"})], ids=["40", "59", "COLUMNS"])
def test_what_the_terminal_would_wrap_is_not_drawn_again(columns, environment):
    """The cursor went up by the table's lines, of which some took two of the terminal's, and stars stood elsewhere."""
    text = on_a_terminal(["run", *TWO], columns, **environment)
    lines = seen(text)
    assert not re.search(r"\x1b\[[0-9]*A", text) and any(line.startswith("best ") for line in lines)
    progress = [line for line in lines if line.startswith("[")]
    assert progress and max(map(len, progress)) < columns


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_dumb_terminal_gets_no_codes(term):
    for words in (["run", *TWO], ["verify", *SHORT_CASE]):
        text = on_a_terminal(words, 80, TERM=term)
        assert "\x1b" not in text and "\r" not in text.replace("\r\n", "")
        assert "scalar" in text and ("best " in text) == (words[0] == "run")


def test_colours_only_where_they_are_wanted(spinbench):
    assert "\x1b[1" in on_a_terminal(["run", *SHORT], 80)
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert not re.search(r"\x1b\[[0-9;]*m", on_a_terminal(["run", *SHORT], 80, **environment))
    result = spinbench("run", *SHORT)
    assert "\x1b" not in result.out + result.err


def test_a_pipe_has_80_columns_or_those_that_are_asked_for(spinbench, monkeypatch):
    assert max(map(len, spinbench("run", *TWO).out.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, spinbench("run", *TWO).out.splitlines())) <= 60


def test_progress_is_there_from_the_first_second(tmp_path):
    lines = seen(on_a_terminal(["run", *TWO], 80))
    shown = [line for line in lines if line.startswith("[")]
    assert shown and re.match(r"\[1/2\] verifying .*, 0 s; about .* left$", shown[0])
    kept = json.loads((tmp_path / "cache/spinbench/estimates.json").read_text())
    [(key, times)] = kept["cases"].items()
    assert key.startswith("machine_logic/scalar/cpu ") and times["first_s"] > 0 and times["later_s"] > 0
    # Of both cases in the mean.
    assert 0 < times["measuring_s"] < times["first_s"] + times["later_s"]


@pytest.mark.parametrize("text", ["", "7", "{", '{"schema":"spinbench-estimates/1","cases":{"x":{"first_s":"y"}}}', "[" * 100000])
def test_a_broken_cache_is_no_trouble(spinbench, tmp_path, text):
    file = tmp_path / "cache/spinbench/estimates.json"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert spinbench("run", *SHORT).code == 0
    assert json.loads(file.read_text())["schema"] == "spinbench-estimates/1"


def test_a_cache_that_cannot_be_written_is_no_trouble(spinbench, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    result = spinbench("run", *SHORT)
    assert result.code == 0 and "cache" not in result.err and "estimates" not in result.err
