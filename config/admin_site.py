"""The operators' site: there for staff with a second factor, on its own host; else not there."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse


class OperatorsSite(AdminSite):
    """Answers 404 to everybody else, so that nobody learns whether it exists.

    Operators sign in on the account pages like everyone; the site has no login of its own.
    """

    def register(self, model_or_iterable: Any, *args: Any, **options: Any) -> None:
        """Only our own apps: the libraries' forms would show secrets and change them."""
        models = model_or_iterable
        if isinstance(models, type):
            models = [models]
        ours = [model for model in models if model._meta.app_label in settings.OPERATED_APPS]
        super().register(ours, *args, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        here = not settings.ADMIN_HOSTS or request.get_host() in settings.ADMIN_HOSTS
        return (
            here
            and super().has_permission(request)
            and (is_mfa_enabled(request.user) or not settings.ADMIN_NEEDS_SECOND_FACTOR)
        )

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not self.has_permission(request):
                raise Http404
            return inner(request, *args, **kwargs)

        return guarded

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        raise Http404
