"""A rules engine for Toy Battle in which the rulebook is the program."""

__version__ = "0.1.0"
LANGUAGE_VERSION = 1
"""Version of the rules language, the number in a rules file's first line `language 1`."""
