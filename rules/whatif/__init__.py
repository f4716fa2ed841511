"""What the what-if pages need beside the resolver: links, scenes, drawings, the builder's fields."""
