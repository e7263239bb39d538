"""The documentation: its pages, notebooks, worked examples and prose."""
