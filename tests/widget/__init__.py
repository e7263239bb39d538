"""The board, without a browser: its traits, messages and promises."""
