"""Programs with the four functions of the assignment against each other."""
