"""How dates and numbers look, one package per language (settings.FORMAT_MODULE_PATH)."""
