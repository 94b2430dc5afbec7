"""Writes: one module a verb, keyword-only, each owning its transaction and its locks."""
