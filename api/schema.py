"""The OpenAPI description: how views state what they take, tell and refuse, and models become schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal, TypeVar

from drf_spectacular.drainage import warn
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from api.errors import PROBLEM_JSON
from api.serializers.base import Problem, Query

F = TypeVar("F", bound=Callable[..., Any])
Direction = Literal["request", "response"]

# --- Parameters that many addresses share ------------------------------------------------------

IF_MATCH_PATTERN = r'^(?:\*|(?:W/)?"?\d{1,15}(?:\.[^"]*)?"?)$'
PRINTABLE = {"type": "string", "pattern": "^[\\x21-\\x7e]+$"}


def header(name: str, description: str, schema: Mapping[str, Any], **more: Any) -> OpenApiParameter:
    return OpenApiParameter(
        name, dict(schema), OpenApiParameter.HEADER, description=description, **more
    )


IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "Makes a retry safe: the same key and body are answered as the first time; secrets are issued anew.",
    {**PRINTABLE, "minLength": 8, "maxLength": 80},
)
CLIENT_SECRET = header(
    "X-Client-Secret",
    "A secret of the client's own that its keys belong to, needed beside an Idempotency-Key while "
    "it has no token.",
    {**PRINTABLE, "minLength": 16, "maxLength": 80},
)
SEAT_OF_DEVICE = header(
    "X-Seat",
    "With the device cookie: which of its seats asks; a seat's key, `host` or `screen`.",
    {"type": "string"},
)
DEVICE_WANTED = header(
    "X-Device",
    "`cookie` keeps the secrets of this answer in the device's cookie too (`?cookie=1` likewise).",
    {"type": "string", "enum": ["cookie"]},
)
IF_MATCH = header(
    "If-Match",
    "The version or ETag acted on; refused with 412 if the table has moved on.",
    {"type": "string", "pattern": IF_MATCH_PATTERN},
)
IF_NONE_MATCH = header("If-None-Match", "The ETag of what is known already.", {"type": "string"})
LANGUAGE = header(
    "Accept-Language",
    "The language of sentences; ledger statements stay English.",
    {"type": "string"},
)
DRY_RUN = OpenApiParameter(
    "dry_run", bool, OpenApiParameter.QUERY, description="Show the result and keep nothing."
)
ETAG = header("ETag", "Of this answer.", {"type": "string"}, response=[200, 304])
REPLAYED = header(
    "Idempotent-Replayed",
    "`true` where a known key was answered again.",
    {"type": "string"},
    response=True,
)
RETRY_AFTER = header("Retry-After", "Seconds.", {"type": "integer"}, response=[429, 503])

# --- What a view states ------------------------------------------------------------------------

ALWAYS_WITH_BODY = (400, 411, 413, 415)
SAYS = {
    304: "Nothing has changed",
    400: "It cannot be read; `faults` says where",
    401: "No token, or a bad one",
    403: "This token may not",
    404: "Not there, or not yours to see",
    405: "Not this method",
    409: "The state of the table does not allow it",
    416: "The file has no such part",
    411: "The body comes without its length",
    412: "The table has moved on; `entries` were missed",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "It can be read, and is refused; `problems` says why",
    429: "Too many attempts",
    503: "The table is busy; send it again",
}


def describe(
    operation_id: str,
    summary: str,
    *,
    tag: str,
    tells: Mapping[int, Any],
    body: Any = None,
    query: type[Query] | None = None,
    refuses: tuple[int, ...] = (),
    takes: tuple[OpenApiParameter, ...] = (),
    retried: bool = False,
    cached: bool = False,
    media_types: tuple[str, ...] = ("application/json",),
) -> Callable[[F], F]:
    """State what an endpoint takes, tells and refuses; its docstring says the rest.

    Args:
        operation_id: `<entity>_<action>`, what generated clients call it.
        summary: A line for the reference.
        tag: The noun it belongs to.
        tells: What it answers, by status: a model, or None for no body.
        body: The model that is read.
        query: The model of what stands behind the question mark.
        refuses: The statuses of its problems.
        takes: Headers and parameters besides those that follow from the rest.
        retried: It takes an Idempotency-Key.
        cached: It has an ETag.
        media_types: Of its success answer.
    """
    refusals = {*refuses, *(ALWAYS_WITH_BODY if body else ())}
    if retried:
        refusals |= {400, 422, 503}
    responses: dict[Any, Any] = {
        (status, media_type): OpenApiResponse(
            model, HTTPStatus(status).phrase if status != 304 else SAYS[304]
        )
        for status, model in {**tells, **({304: None} if cached else {})}.items()
        for media_type in (media_types if model else media_types[:1])
    }
    for status in sorted(refusals):
        responses[status, PROBLEM_JSON] = OpenApiResponse(Problem, SAYS[status])
    parameters = [*takes, *(query_parameters(query) if query else ())]
    if retried:
        parameters += [IDEMPOTENCY_KEY, REPLAYED]
    if cached:
        parameters += [IF_NONE_MATCH, ETAG]
    if {429, 503} & refusals:
        parameters.append(RETRY_AFTER)
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=[tag],
        request=body,
        responses=responses,
        parameters=parameters,
    )


def query_parameters(model: type[Query]) -> list[OpenApiParameter]:
    schema = model.model_json_schema(schema_generator=Untitled)
    kinds = schema.get("$defs", {})
    return [
        OpenApiParameter(
            name,
            inlined({k: v for k, v in found.items() if k not in {"description", "default"}}, kinds),
            OpenApiParameter.QUERY,
            description=found.get("description", ""),
            required=name in schema.get("required", ()),
            **({"default": found["default"]} if found.get("default") is not None else {}),
        )
        for name, found in schema.get("properties", {}).items()
    ]


def inlined(schema: dict[str, Any], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """A query parameter without null, which an address cannot say, and without references."""
    if "anyOf" in schema:
        others = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
        schema = {**{k: v for k, v in schema.items() if k != "anyOf"}, **others[0]}
    if "$ref" in schema:
        schema = dict(kinds[schema["$ref"].rpartition("/")[2]])
        schema.pop("description", None)
        schema.pop("title", None)
    return schema


# --- Models as components ----------------------------------------------------------------------

COMPONENTS = "#/components/schemas/"


class Untitled(GenerateJsonSchema):
    """Without the titles pydantic makes of names: they say nothing the name does not."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class ModelExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # untyped base
    """A pydantic model as a component, and the models within it as components of their own.

    What a request may leave out an answer always has, so a model that is used both ways is two
    components; the one that is read ends in `Request`, as with serializers.
    """

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: Direction) -> str:
        return str(self.target.__name__)

    def get_identity(self, auto_schema: Any, direction: Direction) -> str:
        """By name, as models within models are known by nothing else."""
        return self.get_name(auto_schema, direction) + ("Request" if direction == "request" else "")

    def map_serializer(self, auto_schema: Any, direction: Direction) -> dict[str, Any]:
        model: type[BaseModel] = self.target
        schema = model.model_json_schema(
            ref_template=COMPONENTS + "{model}",
            mode="validation" if direction == "request" else "serialization",
            schema_generator=Untitled,
        )
        within = schema.pop("$defs", {})
        if direction == "request":
            names = {
                name: f"{name}Request" for name, found in within.items() if "enum" not in found
            }
            schema = renamed(schema, names)
            within = {
                names.get(name, name): renamed(found, names) for name, found in within.items()
            }
        for name, found in within.items():
            found.pop("title", None)
            component = ResolvedComponent(  # type: ignore[no-untyped-call]  # untyped library
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=found
            )
            if component not in auto_schema.registry:
                auto_schema.registry.register(component)
            elif (known := auto_schema.registry[component].schema) not in (None, found):
                warn(f"two models are named {name}: {known} and {found}")
        schema.pop("title", None)
        return schema


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """The schema with references to other names, those of a discriminator's mapping too."""
    if isinstance(schema, dict):
        return {key: renamed(value, names) for key, value in schema.items()}
    if isinstance(schema, list):
        return [renamed(item, names) for item in schema]
    if isinstance(schema, str) and schema.startswith(COMPONENTS):
        name = schema.removeprefix(COMPONENTS)
        return COMPONENTS + names.get(name, name)
    return schema


# --- Who asks ----------------------------------------------------------------------------------


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped base
    """A Bearer token, or the cookie of a device, which needs the CSRF token for writes."""

    target_class = "api.auth.TokenAuthentication"
    name = ["bearer", "device", "csrf"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        return [
            {
                "type": "http",
                "scheme": "bearer",
                "description": "A host key (`th_`), or the token of a seat (`ts_`) or screen (`tv_`).",
            },
            {
                "type": "apiKey",
                "in": "cookie",
                "name": "talisman_device",
                "description": "What one browser holds; `X-Seat` picks one of its seats.",
            },
            {
                "type": "apiKey",
                "in": "header",
                "name": "X-CSRFToken",
                "description": "For writes by cookie: the value of the cookie `csrftoken`.",
            },
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        is_read = auto_schema.method in {"GET", "HEAD"}
        by_cookie: dict[str, list[Any]] = {"device": []} if is_read else {"device": [], "csrf": []}
        return [{"bearer": []}, by_cookie]


# --- After everything is gathered --------------------------------------------------------------


def only_ours(endpoints: list[Any]) -> list[Any]:
    """Leave out what serves the description itself as pages, and addresses without a slash."""
    return [found for found in endpoints if found[0].endswith("/") and "/docs/" not in found[0]]


HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
TAGS = {
    "tables": "Opening a table, its options, putting it away, playing again.",
    "joining": "Sitting down with a code, or with a second device.",
    "seats": "Who sits where, and who holds which token.",
    "play": "The table, what may be done, doing it, answering, taking back.",
    "history": "The log.",
    "catalogue": "What is printed, and the rules ledger. Open to everybody.",
    "questions": "What the rules say of a situation, and how likely what is. Nothing is kept.",
    "exports": "What was played as files: asked for, followed, fetched.",
    "house": "What a host's tables have told of their box.",
    "device": "What a browser holds in its cookie.",
    "health": "For those who run it.",
}


def with_guide(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say how to begin, and what each noun is about."""
    result["info"]["description"] = (HERE / "guide.md").read_text(encoding="utf-8")
    result["tags"] = [{"name": name, "description": says} for name, says in TAGS.items()]
    return result


def with_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Show what tests have recorded: each file is one exchange of the operation it is named after."""
    by_id = {
        operation["operationId"]: operation
        for item in result["paths"].values()
        for operation in item.values()
    }
    for path in sorted(EXAMPLES.glob("*.json")):
        operation_id, name = path.stem.split(".")
        example = json.loads(path.read_text(encoding="utf-8"))
        operation = by_id[operation_id]
        media = operation["responses"][str(example["status"])]["content"][example["media_type"]]
        show(media, name, example["summary"], example["response"])
        if example["request"] is not None:
            media = operation["requestBody"]["content"]["application/json"]
            show(media, name, example["summary"], example["request"])
    return result


def show(media: dict[str, Any], name: str, summary: str, value: Any) -> None:
    media.setdefault("examples", {})[name] = {"summary": summary, "value": value}
