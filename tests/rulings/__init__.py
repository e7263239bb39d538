"""The 500 rulings: made and checked by the naive references of the tests."""
