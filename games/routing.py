"""The sockets of play."""

from django.urls import URLPattern, path

from games.consumers.table import TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/v1/tables/<uuid:table_id>/", TableConsumer.as_asgi()),
]
