"""Problems, and packages of them for other judges: Kattis, DOMjudge, Normal-OJ and QDUOJ."""
