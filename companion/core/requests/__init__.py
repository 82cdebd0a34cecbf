"""Everything that can be asked of the bank: one frozen type each, and the reader for them.

The same vocabulary serves the touchscreen, the keys, scripts and ``companion pipe``;
``docs/requests.md`` is its reference. Players are seat letters, spaces board positions,
money whole units of the edition. ``id`` is optional and counts once in a game.
"""

from companion.core.requests.base import *
from companion.core.requests.deeds import *
from companion.core.requests.parse import *
from companion.core.requests.play import *
from companion.core.requests.table import *
