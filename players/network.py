"""Where a request came from, as far as that can be trusted."""

import ipaddress
from collections.abc import Mapping

from django.conf import settings


def client_address(remote: str, forwarded_for: str) -> str:
    """The client's address behind exactly `settings.NUM_PROXIES` proxies of our own.

    Each trusted proxy appended the address it was called from, so the client is that many entries
    from the right; whatever stands further left was sent by the client and counts for nothing.
    IPv6 clients own a /64 and are counted as one.
    """
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    proxies: int = settings.NUM_PROXIES
    text = hops[-min(proxies, len(hops))] if proxies and hops else remote
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return remote
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, 64), strict=False).network_address)
    return str(address)


def request_address(meta: Mapping[str, object]) -> str:
    """`client_address` of a Django request's META."""
    return client_address(
        str(meta.get("REMOTE_ADDR") or ""), str(meta.get("HTTP_X_FORWARDED_FOR") or "")
    )
