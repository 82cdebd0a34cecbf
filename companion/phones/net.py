"""The addresses phones of the family's net can reach, and those alone."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

PORT = 8642
SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of a network interface, by its name."""


def private_addresses() -> tuple[str, ...]:
    """This computer's own IPv4 addresses in private nets, without its own loop."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(
                    asked.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15])
                )
            except OSError:  # an interface without an address
                continue
            address = ipaddress.IPv4Address(answer[20:24])
            if address.is_private and not address.is_loopback and not address.is_link_local:
                found.append(str(address))
    return tuple(found)
