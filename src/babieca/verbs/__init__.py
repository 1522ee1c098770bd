"""What people ask: typed and thin. A verb chooses an engine and combines its answers."""
