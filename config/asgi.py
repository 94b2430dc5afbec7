"""The ASGI entry point: HTTP through Django, sockets through Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

# loads the apps, so it comes before anything that imports a model
http = get_asgi_application()

from config.lifespan import Lifespan  # noqa: E402
from config.routing import sockets  # noqa: E402

application = ProtocolTypeRouter({"http": http, "websocket": sockets, "lifespan": Lifespan()})
