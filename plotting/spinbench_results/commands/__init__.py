"""The commands that ./spinbench hands to this package: a module each, with

    HELP                  one line
    arguments(parser)     its argparse options
    run(options)          the exit code; raises Unreadable or UsageError for what the user can mend

A module is imported when its command is called, so that none pays for another's libraries.
"""

import os
import sys

from spinbench_results.whole_file import whole

NAMES = ("compare", "history", "export", "plot", "report", "score")


class UsageError(ValueError):
    """Bad usage; the message is one line that names the input and the mend."""


def show(text):
    """On standard output. Whoever reads it may go (head, less): the exit code stays what was found."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter must not complain when it flushes once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write(path, text):
    """To a file, whole or not at all; "-" is standard output. What is no file, such as a pipe or /dev/null, is written to and
    stays what it is."""
    if path == "-":
        show(text)
        return
    try:
        with whole(path) as beside, open(beside, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
