"""The parts of wargames, each against brute force, and two small games of them."""
