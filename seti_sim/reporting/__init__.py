"""Floor 6: reports for people out of an analysis: charts, one HTML page, Markdown, CSV tables and a JSON summary.

Nothing is computed here: every number shown is an ``Estimate`` made on the floor below.
"""

import logging
import os

os.environ["MPLBACKEND"] = "agg"  # charts are files; the name of another kind of window may be none here
logging.getLogger("matplotlib").setLevel(logging.ERROR)  # its warnings about its own folders are no concern of a report
