"""Our problems as packages of other judges: Kattis, DMOJ and CMS."""
