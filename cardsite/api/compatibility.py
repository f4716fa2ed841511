"""What would break a client: two OpenAPI documents side by side, the older one promised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
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
        # Every address answers with and without a slash at its end.
        known = {path.rstrip("/"): item for path, item in self.after["paths"].items()}
        for path, item in self.before["paths"].items():
            new_item = known.get(path.rstrip("/"))
            if new_item is None:
                yield f"{path}: the address is gone"
                continue
            for method in METHODS:
                if method in item:
                    yield from self._operation(f"{method.upper()} {path}", item[method], new_item.get(method))

    def _operation(self, where: str, old: Schema, new: Schema | None) -> Iterator[str]:
        if new is None:
            yield f"{where}: the method is gone"
            return
        if old["operationId"] != new["operationId"]:
            yield f"{where}: the operation is called {new['operationId']}, not {old['operationId']}"
        yield from self._parameters(where, old.get("parameters", []), new.get("parameters", []))
        yield from self._body(where, old.get("requestBody"), new.get("requestBody"))
        yield from self._responses(where, old["responses"], new["responses"])

    def _parameters(self, where: str, old: list[Schema], new: list[Schema]) -> Iterator[str]:
        known = {(entry["in"], entry["name"]): entry for entry in new}
        for entry in old:
            other = known.pop((entry["in"], entry["name"]), None)
            place = f"{where}: parameter {entry['name']}"
            if other is None:
                yield f"{place} is gone"
                continue
            if other.get("required") and not entry.get("required"):
                yield f"{place} is required"
            yield from self._schema(place, entry["schema"], other["schema"], asked=True)
        for name, entry in known.items():
            if entry.get("required"):
                yield f"{where}: new parameter {name[1]} is required"

    def _body(self, where: str, old: Schema | None, new: Schema | None) -> Iterator[str]:
        if new and new.get("required") and not (old and old.get("required")):
            yield f"{where}: a body is required"
        for media, content in (old or {}).get("content", {}).items():
            other = (new or {}).get("content", {}).get(media)
            if other is None:
                yield f"{where}: no {media} is taken"
            else:
                yield from self._schema(f"{where} body", content["schema"], other["schema"], asked=True)

    def _responses(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for status, response in old.items():
            if status not in new:
                yield f"{where}: status {status} is gone"
                continue
            content = _resolved(response, self.before).get("content", {})
            others = _resolved(new[status], self.after).get("content", {})
            for media, entry in content.items():
                if media not in others:
                    yield f"{where} {status}: {media} is gone"
                else:
                    place = f"{where} {status}"
                    yield from self._schema(place, entry["schema"], others[media]["schema"], asked=False)

    def _schema(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        """Compare two schemas; `asked` says that a client writes them, else it reads them."""
        if "$ref" in old and "$ref" in new:
            key = (old["$ref"], new["$ref"], asked)
            if key in self.seen:
                return
            self.seen.add(key)
            where = old["$ref"].rpartition("/")[2]
        old, new = _resolved(old, self.before), _resolved(new, self.after)
        yield from self._types(where, old, new, asked=asked)
        yield from self._words(where, old, new, asked=asked)
        yield from self._bounds(where, old, new, asked=asked)
        yield from self._properties(where, old, new, asked=asked)
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], asked=asked)
        before, after = _alternatives(old, new)
        for index, left in enumerate(before):
            if (right := self._alike(left, index, after)) is not None:
                yield from self._schema(f"{where}|{index}", left, right, asked=asked)

    def _alike(self, wanted: Schema, index: int, others: list[Schema]) -> Schema | None:
        """Return the alternative of the same type, else the one at the same place."""
        types = _types_of(_resolved(wanted, self.before), self.before)
        alike = [one for one in others if _types_of(_resolved(one, self.after), self.after) == types]
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

    def _words(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        left, right = _words_of(old), _words_of(new)
        if asked and right is not None and (left is None or not left <= right):
            missing = sorted(map(str, (left or set()) - right))
            yield f"{where}: {', '.join(missing) or 'a closed list'} is no longer taken"
        if not asked and left is not None and len(left) == 1 and right != left:
            yield f"{where}: is no longer always {', '.join(map(str, left))}"

    def _bounds(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        if not asked:
            return
        for name in LOWER_BOUNDS:
            if new.get(name, 0) > old.get(name, 0) or (name in new and name not in old and new[name] > 0):
                yield f"{where}: {name} is {new[name]}"
        for name in UPPER_BOUNDS:
            if name in new and new[name] < old.get(name, float("inf")):
                yield f"{where}: {name} is {new[name]}"
        if new.get("pattern") and new["pattern"] != old.get("pattern"):
            yield f"{where}: another pattern is demanded"

    def _properties(self, where: str, old: Schema, new: Schema, *, asked: bool) -> Iterator[str]:
        left, right = old.get("properties", {}), new.get("properties", {})
        for name, schema in left.items():
            if name not in right:
                yield f"{where}.{name}: the field is gone"
            else:
                yield from self._schema(f"{where}.{name}", schema, right[name], asked=asked)
        demanded, promised = set(new.get("required", [])), set(old.get("required", []))
        for name in sorted(demanded - promised if asked else promised - demanded):
            yield f"{where}.{name}: {'is demanded' if asked else 'is no longer promised'}"


def _resolved(schema: Schema, document: Schema) -> Schema:
    while "$ref" in schema:
        kind, name = schema["$ref"].split("/")[-2:]
        schema = document["components"][kind][name]
    return schema


def _alternatives(old: Schema, new: Schema) -> tuple[list[Schema], list[Schema]]:
    return ([entry for entry in side.get("anyOf", []) if entry.get("type") != "null"] for side in (old, new))  # type: ignore[return-value]


def _types_of(schema: Schema, document: Schema) -> set[str]:
    """Return the JSON types that a schema allows; empty means any."""
    if "anyOf" in schema:
        return set().union(*(_types_of(_resolved(entry, document), document) for entry in schema["anyOf"]))
    if "type" in schema:
        return {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
    words = _words_of(schema)
    return {_type_name(word) for word in words} if words else set()


def _type_name(word: Any) -> str:
    return "boolean" if isinstance(word, bool) else "string" if isinstance(word, str) else "integer"


def _words_of(schema: Schema) -> set[Any] | None:
    """Return the closed list of words, if there is one."""
    if "const" in schema:
        return {schema["const"]}
    return set(schema["enum"]) if "enum" in schema else None
