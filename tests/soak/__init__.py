"""Random questions for hours, counted by every engine and compared: python -m tests.soak."""
