"""The blocks on a GPU: the core resolves, the GPU adds up."""
