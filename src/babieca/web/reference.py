"""The page of documentation at /api, made from the schema."""

from collections.abc import Iterator
from html import escape
from typing import Any

Schema = dict[str, Any]


def reference(template: str, schema: Schema) -> str:
    """Return the page: the addresses, the refusals, and the shapes of bodies and answers."""
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }
    links = [
        f'<a href="#{operation["operationId"]}">{name}</a>'
        for name, operation in operations.items()
    ]
    lines = [f"<nav>{' · '.join(links)}</nav>\n"]
    refusals: dict[str, dict[str, None]] = {}
    for address, operation in operations.items():
        lines += _operation(address, operation)
        for status, response in _responses(operation, "45"):
            refusals.setdefault(status, {})[_text(response["description"])] = None
    told = [f"<dt>{status}</dt><dd>{'; '.join(texts)}</dd>" for status, texts in refusals.items()]
    lines.append(
        f'<section id="refusals">\n<h2>Refusals</h2>\n<dl>{"".join(told)}</dl>\n</section>\n'
    )
    for name, shape in sorted(schema["components"]["schemas"].items()):
        lines += _shape(name, shape)
    return template.replace("<!-- the schema -->\n", "".join(lines))


def _responses(operation: Schema, digits: str) -> list[tuple[str, Schema]]:
    """Return the responses whose status begins with one of the digits."""
    return [each for each in sorted(operation["responses"].items()) if each[0][0] in digits]


def _operation(address: str, operation: Schema) -> Iterator[str]:
    yield f'<section id="{operation["operationId"]}">\n<h2><code>{escape(address)}</code></h2>\n'
    yield f"<p>{_text(operation.get('description') or operation['summary'])}</p>\n<dl>\n"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        yield f"<dt>Body</dt><dd>{_type(body['schema'])}</dd>\n"
    for word in operation.get("parameters", ()):
        told = f"{_type(word['schema'])}. {_text(word.get('description', ''))}"
        yield f"<dt><code>{word['name']}</code></dt><dd>{told}</dd>\n"
    for status, response in _responses(operation, "2"):
        content = response.get("content", {}).get("application/json", {}).get("schema")
        shape = f": {_type(content)}" if content else ""
        yield f"<dt>{status}</dt><dd>{_text(response['description'])}{shape}</dd>\n"
    statuses = ", ".join(status for status, _ in _responses(operation, "45"))
    yield f'<dt><a href="#refusals">Refusals</a></dt><dd>{statuses}</dd>\n</dl>\n</section>\n'


def _shape(name: str, shape: Schema) -> Iterator[str]:
    about = _text(shape.get("description", "").partition(">>>")[0].strip())
    yield f'<section id="{name}">\n<h3>{name}</h3>\n<p>{about}</p>\n'
    yield "<table>\n"
    for field, declared in shape.get("properties", {}).items():
        need = "" if field in shape.get("required", ()) else ", optional"
        told = f"<td>{_type(declared)}{need}</td><td>{_text(declared.get('description', ''))}</td>"
        yield f'<tr><th scope="row"><code>{field}</code></th>{told}</tr>\n'
    yield "</table>\n</section>\n"


def _type(shape: Schema) -> str:
    """Return the type of a value as a reader says it, with links to the shapes.

    >>> _type({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]})
    'string or list of integer'
    """
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in shape:
        return " or ".join(_type(part) for part in shape["anyOf"] if part.get("type") != "null")
    if "enum" in shape or "const" in shape:
        return ", ".join(
            f"<code>{escape(str(one))}</code>" for one in shape.get("enum") or [shape["const"]]
        )
    if shape.get("type") == "array":
        return f"list of {_type(shape.get('items', {}))}"
    if isinstance(shape.get("additionalProperties"), dict):
        return f"object of {_type(shape['additionalProperties'])}"
    return str(shape.get("type", "anything"))


def _text(text: str) -> str:
    """Return text of a docstring as HTML; text in backquotes is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
