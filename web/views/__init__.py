"""The pages. Each view parses, asks one service or selector, and renders."""
