"""Studies of balance: many games shared out, kept, and told as a report.

Only `work` and `bench` know the game; what is kept says the rest, so that shards are merged and reported without it.
"""
