"""A language server: what an editor shows and offers while rules and scenarios are written."""
