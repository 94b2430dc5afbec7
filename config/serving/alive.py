"""Whether a container of docker-compose.yml is healthy: `python config/serving/alive.py ROLE`.

A server must answer; a worker or a clock must have its process, which the supervisor starts again
when it dies. Run as a file, so that asking every few seconds costs no import of the project.
"""

import os
import sys
import urllib.request
from pathlib import Path

TIMEOUT_SECONDS = 3


def server_answers() -> bool:
    """The health page says so, asked as the proxy asks."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
    request = urllib.request.Request(
        "http://127.0.0.1:8000/health/", headers={"Host": host, "X-Forwarded-Proto": "https"}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        return bool(response.status == 200)


def process_runs(role: str) -> bool:
    """Some process was started by the supervisor in this role."""
    wanted = f"config.serving.child\0{role}\0".encode()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if wanted in process.read_bytes():
                return True
        except OSError:
            continue  # it has just ended
    return False


if __name__ == "__main__":
    role = sys.argv[1]
    try:
        healthy = server_answers() if role == "server" else process_runs(role)
    except OSError:
        healthy = False
    sys.exit(not healthy)
