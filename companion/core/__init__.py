"""The pure core: rules, book and trading unit. Knows no screen, wire, file, clock or chance."""
