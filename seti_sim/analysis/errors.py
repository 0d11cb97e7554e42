"""The errors of the analysis."""


class AnalysisError(ValueError):
    """Results that cannot be analysed, said in one line that names the file or the difference."""


class MissingColumnError(AnalysisError):
    """A column that a section needs is not in the tables; the other sections can still be made."""
