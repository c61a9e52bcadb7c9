"""Search for inputs that crash their reader."""

import sys

from tests.fuzz.search import main

sys.exit(main())
