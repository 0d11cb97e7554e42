"""What can be wrong with a scenario file."""


class ScenarioError(Exception):
    """A scenario that cannot be read or built; the message is one line that names the place."""
