"""Server-rendered pages and the browser table."""
