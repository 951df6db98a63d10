"""The commands that read results files: python3 -m spinbench_results COMMAND ... (./spinbench COMMAND ... calls it).

Exit codes: 0 fine, 1 a case got slower beyond the threshold, 2 bad usage or unreadable input, 130 stopped by Ctrl-C.
"""

import argparse
import importlib
import importlib.metadata
import os
import pathlib
import re
import sys
import textwrap

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
    """Whether this Python has what the commands import: the dependencies in pyproject.toml."""
    project = pathlib.Path(__file__).resolve().parents[1] / "pyproject.toml"
    wanted = re.findall(r'^  "([\w-]+)', project.read_text(), re.M) if project.exists() else []
    try:
        return all([importlib.metadata.version(name) for name in wanted])
    except importlib.metadata.PackageNotFoundError:
        return False


def refuse_empty(name, arguments):
    """A variable of the shell that is not set is no name of anything."""
    for before, word in zip([name, *arguments], arguments):
        if word.startswith("--") and word.find("=") == len(word) - 1:
            raise commands.UsageError(f"{word!r}: nothing follows the =")
        if not word:
            raise commands.UsageError(f"{before if before.startswith('-') else name} '' is empty: give a value, or leave it away")


def command(name, arguments):
    """Runs one command. Returns its exit code."""
    try:
        module = importlib.import_module(f"spinbench_results.commands.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"spinbench_results.commands.{name}":
            raise commands.UsageError(f"{name} needs the Python package {error.name}: pip install ./plotting, or call it by "
                                      "./spinbench, which does") from error
        raise commands.UsageError(f"{name} comes with a later version of spinbench") from error
    parser = Parser(prog=f"./spinbench {name}", description=module.__doc__, allow_abbrev=False,
                    formatter_class=Paragraphs)
    module.arguments(parser)
    refuse_empty(name, arguments)
    return module.run(parser.parse_args(arguments))


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


if __name__ == "__main__":
    sys.exit(main())
