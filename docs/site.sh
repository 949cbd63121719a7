#!/usr/bin/env bash
# Builds the site of the documents in target/site, with MkDocs in an environment of its own. A warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/site-environment
if [ ! -x "$environment/bin/mkdocs" ] || [ docs/site/requirements.txt -nt "$environment/bin/mkdocs" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --requirement docs/site/requirements.txt
  touch "$environment/bin/mkdocs"
fi
python3 docs/site/collect.py target/site-source
# without --quiet, which would hide warnings from --strict, too; the theme has a note about later versions of MkDocs, not used here
if ! NO_MKDOCS_2_WARNING=1 "$environment/bin/mkdocs" build --strict >target/site.log 2>&1; then
  cat target/site.log >&2
  exit 1
fi
echo "target/site/index.html"
