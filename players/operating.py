"""What the pages of the operators' site have in common."""

from django.http import HttpRequest


class LookOnly:
    """No row is added, changed or deleted by form: what may happen is an action."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
