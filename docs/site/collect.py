"""Copies the documents, and the files to which they link, to the folder given, in which MkDocs finds them.

A page of the site has the path of its document in the repository, so every relative link is right in both.
"""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
NO_SEARCH = "---\nsearch:\n  exclude: true\n---\n\n"


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".md" and source.is_relative_to(ROOT / "benchmarks"):
        target.write_text(NO_SEARCH + source.read_text())  # numbers would hide the pages that explain them
    else:
        shutil.copyfile(source, target)


def main(target):
    shutil.rmtree(target, ignore_errors=True)
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")]
    pages += sorted((ROOT / "docs").rglob("*.md")) + [ROOT / "docs/site/site.css"]
    seen = set()
    while pages:
        page = pages.pop()
        if page in seen or not page.exists():
            continue
        seen.add(page)
        copy(page, target / page.relative_to(ROOT))
        if page.suffix == ".md":
            pages += [(page.parent / link).resolve() for link in LINK.findall(page.read_text())]
    print(len(seen), "files")


main(ROOT / sys.argv[1])
