"""Problems, and packages of them for other judges: Kattis, DOMjudge, CMS, Normal-OJ and QDUOJ."""
