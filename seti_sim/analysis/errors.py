"""The one error of the analysis."""


class AnalysisError(ValueError):
    """Results that cannot be analysed, said in one line that names the file or the difference."""
