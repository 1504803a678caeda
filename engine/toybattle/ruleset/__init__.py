"""The typed rules: one tree that both evaluators walk."""
