"""A board away from its kernel: pictures, recordings, pages, handouts, and what a saved notebook shows."""
