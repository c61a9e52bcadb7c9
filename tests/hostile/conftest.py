"""The hostile programs are no tests: nothing but the judge runs them."""

from pathlib import Path

HERE = Path(__file__).parent
collect_ignore = [path.name for path in HERE.glob("*.py") if not path.name.startswith("test_")]
