"""The box to build: parts, circuit, pictures and case, all made from two tables.

``python -m hardware`` (or ``make hardware``) makes every document and picture anew from
``hardware/parts.toml`` and ``companion/panels/pins.toml``.
"""
