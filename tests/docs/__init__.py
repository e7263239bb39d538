"""What the documentation shows: pages, notebooks, worked examples, and the prose itself."""
