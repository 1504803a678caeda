"""The check of a document by JSON Schema, its faults in our own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from ..errors import Fault, did_you_mean, listed
from ..resources import shipped
from .document import Document, Steps, shown

_MOST_FAULTS = 100
_LONGEST_EXAMPLE = 60
_NOUNS = {
    "null": "nothing",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "array": "a list",
    "object": "a mapping",
}
_BOUNDS = {
    "minimum": "{} or more",
    "exclusiveMinimum": "more than {}",
    "maximum": "{} or less",
    "exclusiveMaximum": "less than {}",
    "minItems": "at least {}",
    "minProperties": "at least {}",
    "maxItems": "at most {}",
    "maxProperties": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
}


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return the shipped schema of that name, `terrain` for `terrain.schema.json`."""
    text = (shipped("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def schema_faults(document: Document, schema_name: str) -> list[Fault]:
    """Return what the schema finds wrong in a document, in reading order, at most a hundred faults."""
    errors = islice(_validator(schema_name).iter_errors(document.data), _MOST_FAULTS)
    faults = [fault for error in errors for fault in _faults(document, error)]
    # A schema reports each of several missing keys by itself, and we report all each time.
    return sorted(dict.fromkeys(faults), key=lambda fault: (fault.place.line, fault.place.column))[:_MOST_FAULTS]


@cache
def _validator(schema_name: str) -> Any:
    # Imported here so that only those who read files pay for it.
    import jsonschema  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415
    from referencing import Registry  # noqa: PLC0415
    from referencing.jsonschema import DRAFT202012  # noqa: PLC0415

    def sibling(uri: str) -> Any:
        return DRAFT202012.create_resource(load_schema(uri.removesuffix(".schema.json")))

    def pattern(_: object, wanted: str, text: object, __: object) -> Iterator[Any]:
        # `$` of a schema is the end of the text, `$` of Python also stands before a last line break.
        if isinstance(text, str) and not re.search(re.sub(r"\$$", r"\\Z", wanted), text):
            yield jsonschema.ValidationError("no match")

    extend: Any = jsonschema.validators.extend
    validator = extend(jsonschema.Draft202012Validator, {"pattern": pattern})
    return validator(load_schema(schema_name), registry=Registry(retrieve=sibling))  # type: ignore[call-arg]


def _faults(document: Document, error: Any) -> list[Fault]:
    """Return one error of the validator as faults of ours."""
    path: Steps = tuple(error.absolute_path)
    limit = error.validator_value
    if "propertyNames" in list(error.absolute_schema_path)[-2:]:
        path, found, hint = (
            (*path, error.instance),
            f"the key '{shown(error.instance)}'",
            _example(error.schema),
        )
        return [document.fault("wrong-key", path, found, _phrase(error.schema), hint, at_key=True)]
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties" if limit is False:
            return _unknown_keys(document, path, error)
        case "required":
            return _missing_keys(document, path, error)
        case "oneOf" if all(set(choice) == {"required"} for choice in limit):
            return _not_one_key(document, path, error)
        case "anyOf" | "oneOf" if likely := _likely(error):
            return [fault for inner in likely for fault in _faults(document, inner)]
        case "type":
            kinds = [limit] if isinstance(limit, str) else limit
            fault = _wrong(document, "wrong-type", path, error, listed(_NOUNS[kind] for kind in kinds))
            if kinds == ["string"] and isinstance(error.instance, bool | int | float):
                fault = replace(fault, hint="quotes make it a text")
            return [fault]
        case "enum":
            known = [str(value) for value in limit]
            hint = did_you_mean(str(error.instance), known)
            return [document.fault("wrong-value", path, _found(path, error.instance), listed(known), hint)]
        case kind:
            return [_wrong(document, "wrong-value", path, error, _BOUNDS.get(kind, "").format(limit))]


def _unknown_keys(document: Document, path: Steps, error: Any) -> list[Fault]:
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    unknown = (key for key in error.instance if key not in known and not any(re.search(pattern, key) for pattern in patterns))
    return [
        document.fault(
            "unknown-key",
            (*path, key),
            f"unknown key '{shown(key)}'",
            listed(known),
            did_you_mean(key, known),
            at_key=True,
        )
        for key in islice(unknown, _MOST_FAULTS)
    ]


def _missing_keys(document: Document, path: Steps, error: Any) -> list[Fault]:
    known: Mapping[str, Any] = error.schema.get("properties", {})
    owner = _owner(path)
    return [
        document.fault(
            "missing-key",
            path,
            f"the key '{key}' is missing{owner}",
            _phrase(known.get(key, {})),
            _example(known.get(key, {}), f"{key}: "),
            at_key=True,
        )
        for key in error.validator_value
        if key not in error.instance
    ]


def _not_one_key(document: Document, path: Steps, error: Any) -> list[Fault]:
    """Return the fault of a mapping that has none or several of the keys of which it needs one."""
    choices = [key for choice in error.validator_value for key in choice["required"]]
    given = [key for key in choices if key in error.instance]
    if given:
        found = f"the keys {_quoted(given, 'and')} together{_owner(path)}"
        return [document.fault("wrong-key", (*path, given[-1]), found, "one of them", at_key=True)]
    found = f"the key {_quoted(choices)} is missing{_owner(path)}"
    known = error.schema.get("properties", {})
    first = known.get(choices[0], {})
    return [document.fault("missing-key", path, found, _phrase(first), _example(first, f"{choices[0]}: "), at_key=True)]


def _quoted(keys: Iterable[str], last: str = "or") -> str:
    return listed((f"'{key}'" for key in keys), last)


def _owner(path: Steps) -> str:
    """Return the words for the mapping that lacks a key, empty at the top of the file."""
    key = next((f"'{shown(step)}'" for step in reversed(path) if isinstance(step, str)), "")
    return f" in item {path[-1] + 1} of {key}" if path and isinstance(path[-1], int) else f" in {key}" * bool(key)


def _likely(error: Any) -> list[Any]:
    """Return the errors of the alternative whose type the value has, or nothing if several have it."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    likely = [
        inners
        for inners in branches.values()
        if not any(inner.validator == "type" and not inner.relative_path for inner in inners)
    ]
    return likely[0] if len(likely) == 1 else []


def _wrong(document: Document, code: str, path: Steps, error: Any, noun: str) -> Fault:
    expected = ": ".join(part for part in (noun, _phrase(error.schema)) if part)
    return document.fault(code, path, _found(path, error.instance), expected, _example(error.schema))


def _found(path: Steps, value: object) -> str:
    """Return the clause that says what stands at a path, named by the nearest key above it."""
    what = _what(value)
    key = next((step for step in reversed(path) if isinstance(step, str)), None)
    if key is None:
        return f"the file holds {what}" if path else f"the file is {what}"
    return f"'{shown(key)}' {'is' if path[-1] == key else 'holds'} {what}"


def _what(value: object) -> str:
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text '{shown(value)}'"
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case _:
            return "a mapping"


def _phrase(schema: Mapping[str, Any]) -> str:
    """Return the first sentence of a description as a message goes on with it."""
    # A stop before a small letter ends an abbreviation.
    sentence = re.split(r"\. (?=[A-Z])", str(schema.get("description", "")))[0].removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def _example(schema: Mapping[str, Any], before: str = "") -> str:
    """Return the hint that shows the schema's first example as YAML, if it has a short one."""
    if not schema.get("examples"):
        return ""
    value = schema["examples"][0]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace('"', "")
    return f"for example `{before}{text}`" if len(text) <= _LONGEST_EXAMPLE else ""
