"""The commands that read results files: python3 -m spinbench_results COMMAND ... (./spinbench COMMAND ... calls it).

Exit codes: 0 fine, 1 a case got slower beyond the threshold (compare --strict: or was not measured, or not decided),
2 bad usage, unreadable input or an error of this package, 130 stopped by Ctrl-C. With SPINBENCH_TRACEBACK=1 such an error
shows its traceback.
"""

import argparse
import importlib
import importlib.metadata
import os
import pathlib
import re
import sys
import textwrap
import traceback

from spinbench_results import commands
from spinbench_results.files import Unreadable
from spinbench_results.text import clean

USAGE = "usage: ./spinbench {" + ",".join(commands.NAMES) + "} ...; ./spinbench COMMAND --help shows a command's options"


class Paragraphs(argparse.HelpFormatter):
    """Fills each paragraph of a description to the terminal's width; of a list, whose lines begin with blanks, each entry."""

    def _fill_text(self, text, width, indent):
        return "\n\n".join(self._paragraph(lines.splitlines(), width) for lines in text.strip().split("\n\n"))

    def _paragraph(self, lines, width):
        if not all(line.startswith("  ") for line in lines):
            return textwrap.fill(" ".join(lines), width, break_on_hyphens=False)
        entries = []
        for line in lines:
            head = re.match(r" +\S+ *", line)[0]
            entries.append(textwrap.fill(line[len(head):], width, initial_indent=head, subsequent_indent=" " * len(head),
                                         break_on_hyphens=False))
        return "\n".join(entries)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise commands.UsageError(f"{message}; {self.prog} --help shows what there is")


def is_installed():
    """Whether this Python has what the commands import, as new as they need it: the dependencies in pyproject.toml."""
    project = pathlib.Path(__file__).resolve().parents[1] / "pyproject.toml"
    wanted = re.findall(r'^  "([\w-]+)(?:>=([\d.]+))?"', project.read_text(), re.M) if project.exists() else []
    try:
        return all(numbers(importlib.metadata.version(name)) >= numbers(least) for name, least in wanted)
    except importlib.metadata.PackageNotFoundError:
        return False


def numbers(version):
    """The leading numbers of a version, by which it is older or newer: (1, 23) of 1.23rc1."""
    return tuple(map(int, re.findall(r"\d+", re.match(r"[\d.]*", version)[0])))


def refuse_empty(name, arguments):
    """A variable of the shell that is not set is no name of anything."""
    for before, word in zip([name, *arguments], arguments):
        if word.startswith("--") and word.find("=") == len(word) - 1:
            raise commands.UsageError(f"{word!r}: nothing follows the =")
        if not word:
            raise commands.UsageError(f"{before if before.startswith('-') else name} '' is empty: give a value, or leave it away")


def missing(name, package):
    """What to say where this Python lacks a package that a command imports."""
    if package == f"spinbench_results.commands.{name}":
        return f"{name} comes with a later version of spinbench"
    return (f"{name} needs the Python package {package}, which {sys.executable} lacks: bring it there by -m pip install ./plotting; "
            "if that is the .venv which ./spinbench made, remove .venv, and it makes a new one")


def command(name, arguments):
    """Runs one command. Returns its exit code."""
    try:
        module = importlib.import_module(f"spinbench_results.commands.{name}")
        parser = Parser(prog=f"./spinbench {name}", description=module.__doc__, allow_abbrev=False,
                        formatter_class=Paragraphs)
        module.arguments(parser)
        refuse_empty(name, arguments)
        return module.run(parser.parse_args(arguments))
    except ModuleNotFoundError as error:
        raise commands.UsageError(missing(name, error.name)) from error


def own_error(name, error):
    """One line about an error of this package itself: what it is, and in which of the package's files it was raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "spinbench_results/" in f.filename]
    where = f" ({frames[-1].filename.rpartition('spinbench_results/')[2]}, line {frames[-1].lineno})" if frames else ""
    return (f"{name} failed by an error of its own, {type(error).__name__}: {clean(str(error), 200)}{where}: report this line and the "
            "files that were read; SPINBENCH_TRACEBACK=1 shows more")


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    # A stream that the caller closed is none; what a terminal's encoding cannot show must not end in a traceback.
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w", encoding="utf-8") for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        if not arguments or arguments[0] in ("-h", "--help"):
            print(USAGE)
            return 0 if arguments else 2
        if arguments == ["--installed"]:
            return 0 if is_installed() else 1
        if arguments[0] not in commands.NAMES:
            raise commands.UsageError(f"{arguments[0]!r} is none of {', '.join(commands.NAMES)}")
        code = command(arguments[0], arguments[1:])
        sys.stdout.flush()
        return code
    except (Unreadable, commands.UsageError) as error:
        print(f"spinbench: {clean(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has gone: the interpreter must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{clean(str(error.filename))}: " if error.filename else ""
        print(f"spinbench: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # pylint: disable=broad-exception-caught
        # Python's own exit code for it is 1, which of compare means slower.
        if os.environ.get("SPINBENCH_TRACEBACK"):
            raise
        print(f"spinbench: {own_error(arguments[0], error)}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
