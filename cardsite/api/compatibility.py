"""What would break a client: two OpenAPI documents side by side, the older one promised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
TYPES = {bool: "boolean", str: "string", int: "integer"}
# A request may become laxer, an answer stricter; never the other way round.
LOWER_BOUNDS = ("minimum", "minLength", "minItems")
UPPER_BOUNDS = ("maximum", "maxLength", "maxItems")


def breaking_changes(before: Schema, after: Schema) -> list[str]:
    """Return a sentence for everything that a client of `before` could stumble over in `after`."""
    return list(dict.fromkeys(_Comparison(before, after).run()))


class _Comparison:
    """Walks both documents at once; references are followed once per direction."""

    def __init__(self, before: Schema, after: Schema) -> None:
        self.before, self.after = before, after
        self.seen: set[tuple[str, str, bool]] = set()

    def run(self) -> Iterator[str]:
        known = _operations(self.after)
        for where, old in _operations(self.before).items():
            if (new := known.get(where)) is None:
                yield f"{where}: the operation is gone"
                continue
            if old["operationId"] != new["operationId"]:
                yield f"{where}: the operation is called {new['operationId']}, not {old['operationId']}"
            yield from self._schema(where, _asked(old), _asked(new), asked=True)
            answers = _answered(old, self.before), _answered(new, self.after)
            yield from self._schema(where, *answers, asked=False)

    def _schema(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        """Compare two schemas; `asked` says that a client writes them, else it reads them."""
        if "$ref" in old and "$ref" in new:
            key = (old["$ref"], new["$ref"], asked)
            if key in self.seen:
                return
            self.seen.add(key)
            where = old["$ref"].rpartition("/")[2]
        old, new = _resolved(old, self.before), _resolved(new, self.after)
        if asked and not old:
            # Nothing was said of what is taken here, so nothing was promised.
            return
        yield from self._types(where, old, new, asked=asked)
        yield from _words(where, old, new, asked=asked)
        if asked:
            yield from _bounds(where, old, new)
        yield from self._properties(where, old, new, asked=asked)
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], asked=asked)
        others = _alternatives(new)
        for index, left in enumerate(_alternatives(old)):
            if (right := self._alike(left, index, others)) is not None:
                yield from self._schema(f"{where}|{index}", left, right, asked=asked)

    def _alike(self, wanted: Schema, index: int, others: list[Schema]) -> Schema | None:
        """Return the alternative of the same type, else the one at the same place."""
        types = _types_of(wanted, self.before)
        alike = [one for one in others if _types_of(one, self.after) == types]
        if len(alike) == 1:
            return alike[0]
        return others[index] if index < len(others) else None

    def _types(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        left, right = _types_of(old, self.before), _types_of(new, self.after)
        lost, gained = left - right, right - left
        if asked and lost and right:
            yield f"{where}: {', '.join(sorted(lost))} is no longer taken"
        # No type means any: who expected any reads a certain one as well.
        if not asked and ((left and gained) or (lost and not right)):
            yield f"{where}: may be {', '.join(sorted(gained)) or 'anything'} now"

    def _properties(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        right = new.get("properties", {})
        for name, schema in old.get("properties", {}).items():
            if name in right:
                yield from self._schema(f"{where}.{name}", schema, right[name], asked=asked)
            else:
                yield f"{where}.{name}: the field is gone"
        demanded, promised = set(new.get("required", [])), set(old.get("required", []))
        for name in sorted(demanded - promised if asked else promised - demanded):
            yield f"{where}.{name}: {'is demanded' if asked else 'is no longer promised'}"


def _operations(document: Schema) -> Schema:
    """Return the operations by method and path; every address answers with and without a slash at its end."""
    return {
        f"{method.upper()} {path.rstrip('/')}": operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def _asked(operation: Schema) -> Schema:
    """Return what a client writes as one object: its parameters, and its body by format."""
    parameters = {entry["name"]: entry for entry in operation.get("parameters", [])}
    demanded = [name for name, entry in parameters.items() if entry.get("required")]
    properties = {name: entry["schema"] for name, entry in parameters.items()}
    if body := operation.get("requestBody"):
        properties["(body)"] = _by_format(body)
        demanded += ["(body)"] if body.get("required") else []
    return {"properties": properties, "required": demanded}


def _answered(operation: Schema, document: Schema) -> Schema:
    """Return what a client reads as one object: the answers by status and format."""
    answers = operation["responses"].items()
    return {"properties": {status: _by_format(_resolved(answer, document)) for status, answer in answers}}


def _by_format(sent: Schema) -> Schema:
    return {"properties": {media: entry["schema"] for media, entry in sent.get("content", {}).items()}}


def _words(where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
    left, right = _words_of(old), _words_of(new)
    if asked and right is not None and (left is None or not left <= right):
        missing = sorted(map(str, (left or set()) - right))
        yield f"{where}: {', '.join(missing) or 'a closed list'} is no longer taken"
    if not asked and left is not None and len(left) == 1 and right != left:
        yield f"{where}: is no longer always {', '.join(map(str, left))}"


def _bounds(where: str, old: Schema, new: Schema) -> Iterator[str]:
    for name in LOWER_BOUNDS:
        if new.get(name, 0) > old.get(name, 0):
            yield f"{where}: {name} is {new[name]}"
    for name in UPPER_BOUNDS:
        if new.get(name, float("inf")) < old.get(name, float("inf")):
            yield f"{where}: {name} is {new[name]}"
    if new.get("pattern") and new["pattern"] != old.get("pattern"):
        yield f"{where}: another pattern is demanded"


def _resolved(schema: Schema, document: Schema) -> Schema:
    while "$ref" in schema:
        kind, name = schema["$ref"].split("/")[-2:]
        schema = document["components"][kind][name]
    return schema


def _alternatives(schema: Schema) -> list[Schema]:
    return [entry for entry in schema.get("anyOf", []) if entry.get("type") != "null"]


def _types_of(schema: Schema, document: Schema) -> set[str]:
    """Return the JSON types that a schema allows; empty means any."""
    schema = _resolved(schema, document)
    if "anyOf" in schema:
        return set().union(*(_types_of(entry, document) for entry in schema["anyOf"]))
    if "type" in schema:
        return {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
    return {TYPES[type(word)] for word in _words_of(schema) or ()}


def _words_of(schema: Schema) -> set[Any] | None:
    """Return the closed list of words, if there is one."""
    if "const" in schema:
        return {schema["const"]}
    return set(schema["enum"]) if "enum" in schema else None
