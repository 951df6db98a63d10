"""The commands that ./spinbench hands to this package: a module each, with

    HELP                  one line
    arguments(parser)     its argparse options
    run(options)          the exit code; raises Unreadable or UsageError for what the user can mend

A module is imported when its command is called, so that none pays for another's libraries.
"""

NAMES = ("compare", "history", "export", "plot", "report")


class UsageError(ValueError):
    """Bad usage; the message is one line that names the input and the mend."""
