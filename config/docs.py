"""The API's documentation page: Swagger UI from our own files."""

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

# Swagger UI draws its icons from data: images and styles its elements itself.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self' 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class DocsView(SpectacularSwaggerSplitView):
    """The page and, asked with `?script=`, the script that starts it; nothing is inline."""

    url_name = "api-schema"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        response: Response = super().get(request, *args, **kwargs)
        response["Content-Security-Policy"] = POLICY
        return response
