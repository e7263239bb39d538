"""Games that are asked in words: in a terminal, by assistants."""
