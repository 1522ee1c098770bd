"""The verbs, typed and thin: each chooses an engine and combines its answers."""
