"""The same submissions on every judge, each by its own tool where it has one.

A verdict here is the name of the folder a submission is kept in, like ``wrong_answer``, or
`FAILED`.
"""

FAILED = "judge_failed"
"""The judge could not judge: no verdict on the submission."""
