"""Simulation: games played by the thousand, by seed, with what they come to counted."""
