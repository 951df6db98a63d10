"""Many pictures at once, in as many processes as there are cores: what takes long is Matplotlib's own Python code.

The processes are forks, which import nothing: a Python that multiprocessing spawns would look for modules in the user's
folder first. A fork tells by a byte of shared memory which pictures it has drawn. Whatever is missing at the end, since it
failed or since its process was killed, is drawn here, in order, so that errors are those of a single process.
"""

import contextlib
import mmap
import multiprocessing
import os
import signal
import sys

MOST = 8  # processes; each may hold a large figure
LEAST = 4  # pictures of a process, for which a fork pays


def count(pictures):
    """How many processes are worth it, this one included. Other systems' libraries may not be used after a fork."""
    if sys.platform != "linux":
        return 1
    return max(1, min(len(os.sched_getaffinity(0)), MOST, pictures // LEAST))


def draw_share(draw, places, done, parent):
    """Draws the pictures at `places` up to the first that fails, and no more once the last byte of `done` is set or the
    process `parent` has gone."""
    with contextlib.suppress(Exception):
        for place in places:
            if done[-1] or (os.getpid() != parent and os.getppid() != parent):
                return
            draw(place)
            done[place] = 1


def started(share, places):
    """Processes that each draw a share; fewer where the system has no more. Ctrl-C is for this one alone, which lets them
    end after their picture, so that none leaves half a file."""
    found, context = [], multiprocessing.get_context("fork")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        for own in places:
            with contextlib.suppress(OSError):
                process = context.Process(target=share, args=(own,))
                process.start()
                found.append(process)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return found


def each(draw, pictures):
    """Calls draw(place) for each place of so many pictures. Raises what the first that fails raises."""
    many = count(pictures)
    with mmap.mmap(-1, pictures + 1) as done:
        if many > 1:
            parent = os.getpid()
            processes = []
            try:
                processes = started(lambda own: draw_share(draw, own, done, parent),
                                    [range(i, pictures, many) for i in range(1, many)])
                draw_share(draw, range(0, pictures, many), done, parent)
                for process in processes:
                    process.join()
            finally:
                done[-1] = 1
                for process in processes:
                    process.join()
        for place in range(pictures):
            if not done[place]:
                draw(place)
