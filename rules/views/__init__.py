"""The pages of this app, one module per area of the site."""
