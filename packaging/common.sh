# What the scripts of this folder share: they source it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# the modules that are published, as -pl takes them
published=.,bom,freespace,format,core,filters,natives,http,spark,cli
[ -z "${JAVA_HOME:-}" ] || PATH=$JAVA_HOME/bin:$PATH
version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$root/pom.xml" | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a command; prints what it printed, and ends the script, if it fails.
quietly() {
  if ! "$@" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    echo "failed: $*" >&2
    exit 1
  fi
}

maven() { quietly mvn -B -ntp -q "$@"; }
