"""The ASGI entry point: HTTP through Django, sockets through Channels."""

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

import config.env  # noqa: F401  says which settings to use

# loads the apps, so it comes before anything that imports a model
http = get_asgi_application()

from config.lifespan import Lifespan  # noqa: E402
from config.routing import sockets  # noqa: E402

application = ProtocolTypeRouter({"http": http, "websocket": sockets, "lifespan": Lifespan()})
