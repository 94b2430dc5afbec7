"""Django's registration of the operators' site in place of its own admin."""

from django.contrib.admin.apps import AdminConfig


class OperatorsConfig(AdminConfig):
    default_site = "config.admin_site.OperatorsSite"
