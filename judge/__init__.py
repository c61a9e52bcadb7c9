"""The command ``judge``: runs any program over tests, and says what an online judge would."""
