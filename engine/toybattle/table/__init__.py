"""The game at the table: two people, or one against chance; records as they grow, score sheets."""
