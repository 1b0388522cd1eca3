"""The settings with which Sphinx makes the site."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "package" / "src"))  # the library as it is built
project = "Parlour"
project_copyright = "the authors of Parlour; MIT licence"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["package"]
root_doc = "readme"  # the front page is that of the players
html_theme = "furo"
html_title = "Parlour"
html_copy_source = False
html_show_sourcelink = False
# In docstrings backticks mark code; what is indented in the documents is typed in a shell.
default_role = "code"
highlight_language = "text"
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True
# Words in a grammar of another dialect are shown without colours, which is no fault.
suppress_warnings = ["misc.highlighting_failure"]
