"""The environments for learning: PettingZoo's own tests, masks, and what is seen."""
