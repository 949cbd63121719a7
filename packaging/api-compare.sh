#!/usr/bin/env bash
# Compares the public API of two deployed versions with japicmp: what applications were compiled against has to be there still.
# Prints one line for each module, and what is not compatible. OLD and NEW are Maven repositories in folders, as deploy.sh fills them.
# Usage: packaging/api-compare.sh OLD NEW
source "$(dirname "$0")/common.sh"
[ $# -eq 2 ] || { echo "usage: packaging/api-compare.sh OLD NEW" >&2; exit 2; }
old=$(cd "$1" && pwd)
new=$(cd "$2" && pwd)
japicmp=0.23.1
maven org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy -DoutputDirectory="$work" \
  -Dartifact="com.github.siom79.japicmp:japicmp:$japicmp:jar:jar-with-dependencies"

# The only jar of a module in a repository that has classes of this module alone.
jar() {
  local found=()
  while IFS= read -r file; do
    found+=("$file")
  done < <(find "$1/dev/fallow/fallow-$2" -name '*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*-all.jar' | sort)
  [ ${#found[@]} -gt 0 ] || { echo "$1 has no fallow-$2" >&2; exit 1; }
  echo "${found[-1]}" # of several snapshots, the last one
}

# What is promised: packages that a module exports, and of Spark the classes that SparkApiTest lists.
declare -A promised=(
  [core]='dev.fallow;dev.fallow.filter;dev.fallow.report;dev.fallow.source;dev.fallow.type'
  [filters]='dev.fallow.filters'
  [natives]='dev.fallow.natives'
  [http]='dev.fallow.http'
  [spark_2.13]=$(sed -n 's/^\(final class\|record\|enum\) \([A-Za-z0-9_.$]*\).*/\2/p' \
    "$root/spark/src/test/resources/dev/fallow/api/spark.txt" | paste -sd ';')
)
failed=0
for module in core filters natives http spark_2.13; do
  before=$(jar "$old" $module)
  after=$(jar "$new" $module)
  status=0
  java -jar "$work/japicmp-$japicmp-jar-with-dependencies.jar" --old "$before" --new "$after" --include "${promised[$module]}" \
    --include-exclusively -a protected --ignore-missing-classes --only-incompatible \
    --error-on-binary-incompatibility --error-on-source-incompatibility >"$work/compared" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    echo "fallow-$module: compatible"
  else
    cat "$work/compared" >&2
    echo "fallow-$module: not compatible" >&2
    failed=1
  fi
done
exit $failed
