"""The environments for learning: PettingZoo's own tests, masks and observations."""
