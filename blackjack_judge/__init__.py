"""The blackjack judge: a seeded shoe, a table, and contestants that talk to it by pipes.

>>> from blackjack_judge import Table, make_shoe
>>> table = Table(make_shoe(42))
>>> table.ask("init_game", 100), table.legal
((7, 4, 2), ('hit', 'double_down', 'stand'))
>>> table.ask("hit"), table.ask("stand"), table.ask("return"), table.money
((12,), (2, 5, 3, 9), (), 1000100)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.shoe import make_shoe
    from blackjack_judge.table import Rules, Table

__all__ = ["Rules", "Table", "make_shoe"]
_MODULES = {"Rules": "table", "Table": "table", "make_shoe": "shoe"}


def __getattr__(name: str) -> object:
    """Load what is asked for: a judge loads no more than it needs."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(__import__(f"{__name__}.{_MODULES[name]}", fromlist=[name]), name)
