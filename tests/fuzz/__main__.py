"""Look for inputs that bring down what reads them."""

import sys

from tests.fuzz.search import main

sys.exit(main())
