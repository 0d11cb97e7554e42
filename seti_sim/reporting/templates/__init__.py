"""Templates, style sheet and script of the pages."""
