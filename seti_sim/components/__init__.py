"""What is in the box: TOML facts compiled into one read-only record of tables. It knows no rules of play."""
