"""Our problems as packages of other judges: Kattis, DOMjudge, CMS, Normal-OJ and QDUOJ."""
