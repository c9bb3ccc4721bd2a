"""Compliance: the rules, and the score and findings that follow from them."""
