"""What all systems share: grammar, desk, listing, reach, odds, verdicts."""
