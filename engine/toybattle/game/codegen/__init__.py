"""Generated code: the typed tree written out as a Python module that works on a flat array of integers.

Each class adds one kind of text to the one before it: things, sets, conditions, requirements, verbs, programs, what
follows by itself, and the module as a whole.
"""

from toybattle.game.codegen.module import generated, without_events

__all__ = ["generated", "without_events"]
