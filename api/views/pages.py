"""The description itself, and the reference made of it, served without anybody else's files."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class SchemaView(SpectacularAPIView):
    """The OpenAPI description of this API, as YAML, or as JSON with `?format=json`."""

    authentication_classes = ()
    permission_classes = ()


class ReferenceView(SpectacularSwaggerSplitView):
    """A reference to read and try; its script is a file of its own, as the content policy asks."""

    authentication_classes = ()
    permission_classes = ()
    url_name = "schema"
    url_name_self = "docs"
