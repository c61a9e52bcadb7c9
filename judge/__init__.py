"""The command ``judge``: runs any program over tests and gives an online judge's verdicts."""
