"""Measurements, and the scripts that write pages and learn tables.

``python -m bench`` runs every measurement in a process of its own and writes docs/bench.md;
``python -m bench --list`` lists all scripts. ``python -m bench.NAME`` runs one.

A measurement is a module with `CLAIMS` and a function `rows` that yields a row for each of them
(`bench.claims`), both sides measured in turns in one run (`bench.peers`). The peers are beside it.
`bench.web` measures no ratio but what the page costs in a browser, for docs/web.md. Scripts behind
the pages of research lie beside these pages, fuzz and the panel of other judges in tests/.
"""
