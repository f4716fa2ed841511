"""What is thrown into a fight: monsters sent, boosted, called and followed."""
