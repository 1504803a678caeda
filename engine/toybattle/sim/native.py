"""Runs machine code kept on disk; the compiler that made it is not needed, and not imported."""

from __future__ import annotations

import ctypes
import pickle
from typing import Any

from llvmlite import binding as llvm

FINE, RAISED = 0, 1
"""What compiled functions return first: that all went well, or that they raised what they point to."""


class _Raised(ctypes.Structure):
    _fields_ = (("text", ctypes.c_void_p), ("length", ctypes.c_int32))


def _externals() -> dict[str, int]:
    """Return where that lies which compiled code may name: the engine finds either all of it or, one missing, nothing."""
    python, found = ctypes.pythonapi, {}
    for name, function in {
        "memset": ctypes.memset, "memmove": ctypes.memmove, "memcpy": ctypes.memmove,
        "NRT_Allocate": python.PyMem_RawMalloc, "NRT_Free": python.PyMem_RawFree,
        "PyTuple_Pack": python.PyTuple_Pack, "PyErr_SetString": python.PyErr_SetString,
    }.items():  # fmt: skip
        found[name] = ctypes.cast(function, ctypes.c_void_p).value or 0
    found["PyExc_RuntimeError"] = ctypes.addressof(ctypes.c_void_p.in_dll(python, "PyExc_RuntimeError"))
    return found


class Native:
    """A compiled function of integers; arrays of 64-bit integers are handed over by their address."""

    def __init__(self, name: str, code: bytes, integers: int) -> None:
        for symbol, address in _externals().items():
            if llvm.address_of_symbol(symbol) is None:
                llvm.add_symbol(symbol, address)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self._code = code  # which the engine goes on reading from
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.POINTER(_Raised)), *(ctypes.c_int64,) * integers
        )
        self._call = kind(self._engine.get_function_address(name))

    def __call__(self, *given: Any) -> int:
        """Return what the function returns, or raise what it raises."""
        result, raised = ctypes.c_int64(), ctypes.POINTER(_Raised)()
        status = self._call(result, raised, *(item if isinstance(item, int) else item.ctypes.data for item in given))
        if status == RAISED:
            kind, *_ = pickle.loads(ctypes.string_at(raised.contents.text, raised.contents.length))
            raise kind
        if status != FINE:
            raise RuntimeError(f"compiled code ended with status {status}")
        return result.value


def _machine() -> llvm.TargetMachine:
    """Return this machine as the engine wants it, which then owns it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(jit=True)
