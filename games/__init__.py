"""Tables, games and hands: rules, dealing and live play."""
