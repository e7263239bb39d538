"""Texts and lines by key, in a folder or a PostgreSQL, and the journal on top. A store knows no content."""
