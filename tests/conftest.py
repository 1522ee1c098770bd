"""Time is never asserted; examples are the same in every run."""

from hypothesis import settings

settings.register_profile("babieca", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("babieca")
