"""Measurements, and the scripts that write pages and learn tables.

``python -m bench`` runs every measurement in a process of its own and writes docs/bench.md;
``python -m bench --list`` lists all scripts. ``python -m bench.NAME`` runs one.

A measurement is a module with `CLAIMS` and a function `rows` that yields a row for each of them
(`bench.claims`), both sides measured in turns in one run (`bench.peers`). The peers are beside it.
Others measure no ratio:

- ``bench.take6_strength``: the strength of levels by budget, for docs/take6.md;
- ``bench.blackjack_policies``: what was tried for `count`, for docs/research/blackjack.md;
- ``bench.blackjack_limits``, ``bench.war_page``: figures and plots of that page, and most of
  docs/research/war.md;
- ``bench.judges``: the verdicts of other judges on the programs of the problems, for
  docs/judges.md;
- ``bench.take6_policy``, ``bench.take6_habits``: learn take6/players/policy.json;
- ``bench.web``: what the page costs in a browser, for docs/web.md;
- ``bench.fuzz``: looks for inputs that bring down what reads them.
"""
