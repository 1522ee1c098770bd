"""The blocks on a graphics card: the core resolves, the card adds up."""
