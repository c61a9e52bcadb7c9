"""Runs ``play()`` of the contestant's Python file that the command line names."""

import sys

from blackjack_judge import player

try:
    player.main()
except SystemExit as end:
    if isinstance(end.code, str):  # a class shows the last line of an exception
        sys.exit(f"AttributeError: {end.code}")
    raise
except Exception as error:
    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename != sys.argv[-1]:
        frames = frames.tb_next  # a student's trace begins in the student's file
    error.__traceback__ = frames or error.__traceback__
    sys.excepthook(type(error), error, error.__traceback__)
    sys.exit(1)
