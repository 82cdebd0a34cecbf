"""The pages: one ``.py`` and one ``.kv`` each. A page shows a view and forwards requests."""
