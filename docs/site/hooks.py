"""Hooks of MkDocs: the side bar has a page for each verb of the command, without a list of them in mkdocs.yml."""

import re
from pathlib import Path

from mkdocs.exceptions import PluginError

COMMANDS = "docs/reference/commands"
LINK = re.compile(r"^\| \[[^]]+\]\(([^)]+\.md)\)", re.MULTILINE)


def on_config(config):
    folder = Path(config.docs_dir) / COMMANDS
    verbs = LINK.findall((folder / "index.md").read_text())
    if sorted(verbs) != sorted(page.name for page in folder.glob("*.md") if page.name != "index.md"):
        raise PluginError(f"{COMMANDS}/index.md does not list the pages of its folder")
    reference = next(section["Reference"] for section in config.nav if "Reference" in section)
    reference.append({"Commands": [f"{COMMANDS}/{page}" for page in ["index.md", *verbs]]})
    return config
