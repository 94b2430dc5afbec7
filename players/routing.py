"""The players' sockets."""

from django.urls import URLPattern, path

from players.consumers import MeConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/v1/me/", MeConsumer.as_asgi()),
]
