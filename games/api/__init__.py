"""The HTTP API of tables, games and hands: parse, authorise, call one service, show."""
