"""What the API of every app is made of: endpoints, fields that take JSON at its word, pages."""
