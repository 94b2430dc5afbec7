"""The HTTP API of accounts and tokens: parse, authorise, call one service, render."""
