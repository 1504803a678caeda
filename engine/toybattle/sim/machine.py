"""Makes machine code of a module for arrays, and gives it what only a compiler can: bits, pointers, numbers that wrap around.

States are plain pointers there: neither counted references nor negative indices, which cost half the speed.
"""

from __future__ import annotations

import operator
import re
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model, typeof_impl

from toybattle.game import limits
from toybattle.sim import chance

NUMBERS = types.CPointer(types.int64)
OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "no_rewrites": True, "error_model": "numpy"}


def inlined(function: Any) -> Any:
    """Return a function compiled into those that call it; what takes a loop to find out, and trials, the compiler may call."""
    is_rare = re.match(r"q\d|trial_", function.__name__) is not None
    return njit(forceinline=not is_rare, **OPTIONS)(function)


def merged(function: Any) -> Any:
    """Return a function put into the one that calls it before anything is compiled: long chains compile in half the time."""
    return njit(inline="always", error_model="numpy")(function)


U = np.uint64
STEP, FIRST_MIX, SECOND_MIX = U(chance.STEP), U(chance.FIRST_MIX), U(chance.SECOND_MIX)


@intrinsic
def popcount(context: Any, x: Any) -> Any:
    """Return how many bits are set."""
    return types.int64(types.int64), lambda _, builder, __, arguments: builder.ctpop(arguments[0])


@intrinsic
def lowest(context: Any, x: Any) -> Any:
    """Return the number of the lowest bit set, 64 for none."""
    zero_is_fine = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda _, builder, __, arguments: builder.cttz(arguments[0], zero_is_fine)


@intrinsic
def pointer(context: Any, address: Any) -> Any:
    """Return the numbers that lie at an address."""
    numbers = ir.IntType(64).as_pointer()
    return NUMBERS(types.int64), lambda _, builder, __, arguments: builder.inttoptr(arguments[0], numbers)


@intrinsic
def shifted(context: Any, numbers: Any, by: Any) -> Any:
    """Return the pointer so many numbers further on."""
    return NUMBERS(NUMBERS, types.int64), lambda _, builder, __, arguments: builder.gep(arguments[0], [arguments[1]])


class Table:
    """Numbers that never change, read without a look at the index: -1 and the like find what is repeated before the first."""

    def __init__(self, items: Any) -> None:
        self.items = np.ascontiguousarray(items)


class TableType(types.Type):
    """The type of tables of one kind of integer."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(f"Table{bits}")


@register_model(TableType)
class TableModel(models.PrimitiveModel):
    """A table is a pointer to its first number."""

    def __init__(self, manager: Any, table: TableType) -> None:
        super().__init__(manager, table, ir.IntType(table.bits).as_pointer())


@typeof_impl.register(Table)
def _type_of(table: Table, context: Any) -> TableType:
    return TableType(8 * table.items.itemsize)


@lower_constant(TableType)
def _constant(context: Any, builder: Any, table_type: TableType, table: Table) -> Any:
    data = bytearray(table.items.tobytes() * 2)
    numbers = cgutils.global_constant(builder, "table", cgutils.create_constant_array(ir.IntType(8), data))
    numbers.align = 64
    first = builder.gep(numbers, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), len(data) // 2)])
    return builder.bitcast(first, ir.IntType(table_type.bits).as_pointer())


@infer_global(operator.getitem)
class _Reading(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], TableType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.sext(builder.load(builder.gep(arguments[0], [arguments[1]])), ir.IntType(64))


@inlined
def mixed(s: Any) -> Any:
    s = (s ^ (s >> U(30))) * FIRST_MIX
    s = (s ^ (s >> U(27))) * SECOND_MIX
    return s ^ (s >> U(31))


@inlined
def stepped(s: Any) -> Any:
    return s + STEP


@inlined
def seeded(seed: Any) -> Any:
    return mixed(U(seed) + STEP)


@inlined
def below(s: Any, count: Any) -> Any:
    return np.int64(((mixed(s) >> U(32)) * U(count)) >> U(32))


def networks(adjacency: Table, hqs: Table, bases: int) -> Table:
    """Return for each player, and each set of bases to go through, the slots joined to the player's H.Q.s."""
    return Table(all_networks(adjacency.items, hqs.items, bases))


def all_networks(adjacency: Any, hqs: Any, bases: int) -> Any:
    """Return them as an array, the sets of bases of blue's H.Q.s first."""
    through = np.arange(bases + 1, dtype=np.int64)

    def near(slots: Any) -> Any:
        found = np.zeros_like(slots)
        for slot, around in enumerate(adjacency):
            found |= np.where(slots >> slot & 1, around, 0)
        return found

    tables = []
    for to in hqs:
        found, before = near(np.full_like(through, to)), np.zeros_like(through)
        while not np.array_equal(found, before):
            before, found = found, found | near(found & through)
        tables.append(found)
    return np.concatenate(tables).astype(np.int32)


PRIMITIVES = {
    "popcount": popcount, "lowest": lowest, "pointer": pointer, "shifted": shifted, "int64": np.int64,
    "array": lambda items: Table(np.array(items, dtype=np.int64)), "networks": networks,
    "stepped": stepped, "seeded": seeded, "below": below,
    **{f.__name__: inlined(f) for f in (
        limits.endless_laws, limits.endless_effects, limits.endless_turns, limits.queue_full, limits.list_full,
        limits.counted, limits.bounded,
    )},
}  # fmt: skip


MERGED = ("play_out", "played", "choose", "weigh", "pondered", "best", "search", "played_on")
"""The long functions that are called from one place or two."""


class Compiler:
    """Compiles single functions of a module; what they have in common is compiled once."""

    def __init__(self, text: str) -> None:
        self.names: dict[str, Any] = {"__name__": "compiled", **PRIMITIVES}
        exec(compile(text, "<compiled>", "exec"), self.names)
        self.written = {name: f for name, f in self.names.items() if isinstance(f, FunctionType) and f.__module__ == "compiled"}
        self.names |= {name: (merged if name in MERGED else inlined)(function) for name, function in self.written.items()}

    def code(self, name: str) -> tuple[str, bytes]:
        """Return the machine code of a function that takes and returns integers, and what the function is called there."""
        function = self.written[name]
        integers = (types.int64,) * function.__code__.co_argcount
        result = njit(**OPTIONS)(function).get_compile_result(types.int64(*integers))
        _, _, (code, _) = result.library.serialize_using_object_code()
        if b".numba.unresolved" in code:
            raise TypeError(f"{name} calls itself, which only the compiler's own process could run")
        return result.fndesc.llvm_func_name, code
