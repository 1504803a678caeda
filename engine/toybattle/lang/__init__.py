"""The rules language: text, syntax and back."""
