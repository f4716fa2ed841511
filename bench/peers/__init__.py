"""The same questions asked of other programs; each file runs in the environment of the peers."""
