"""Every sentence of the solver, one module for each kind of input: what it reads and writes."""
