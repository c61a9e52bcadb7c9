"""Accepts a deck, four names and lines of one card each."""

import re
import sys

CARD = r"[CDHS]\[(?:[2-9]|10|[AJQK])\]"
GAME = re.compile(rf"({CARD}(?: {CARD}){{51}})\n(?:[\w]{{1,64}}\n){{4}}(?:{CARD}\n){{52,999}}")

game = GAME.fullmatch(sys.stdin.buffer.read().decode(errors="replace"))
sys.exit(game is None or len(set(game[1].split())) < 52)
