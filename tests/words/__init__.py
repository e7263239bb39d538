"""The words that players read: `collecting` finds them in games, `judging` has the rules that a computer can check."""
