"""YAML and JSON files as plain data that knows where everything stands, and their check by schema."""

from .document import Document, Steps, document_of
from .read import document_in, parse_document, read_document
from .schema import load_schema, schema_faults
from .write import write_whole

__all__ = [
    "Document", "Steps", "document_in", "document_of", "load_schema", "parse_document", "read_document", "schema_faults",
    "write_whole",
]  # fmt: skip
