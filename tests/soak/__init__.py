"""Hours of random questions by every way there is to answer them: python -m tests.soak."""
