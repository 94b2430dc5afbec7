"""Every socket of the site; each app names its own."""

from channels.routing import URLRouter

from games.routing import websocket_urlpatterns as game_sockets
from players.routing import websocket_urlpatterns as player_sockets
from players.sockets import OriginGuard

sockets = OriginGuard(URLRouter([*player_sockets, *game_sockets]))
