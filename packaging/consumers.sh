#!/usr/bin/env bash
# Compiles and runs README's first example as applications would, and applications on the module path, of jlink and in OSGi, with an empty
# local repository, a folder with the deployed modules, and Maven Central. Prints one line for each kind of application: ok, or skipped and why.
# Usage: packaging/consumers.sh [FOLDER]; without FOLDER, it is filled by deploy.sh first
source "$(dirname "$0")/common.sh"
java_home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p')
here=$root/packaging/consumers
folder=${1:-}
if [ -z "$folder" ]; then
  folder=$work/deployed
  "$root/packaging/deploy.sh" "$folder"
fi
url=file://$(cd "$folder" && pwd)

# the first block of Java in README: its imports, and the rest
awk '/^```java$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$root/README.md" >"$work/example.jsh"
[ -s "$work/example.jsh" ] || { echo "README has no block of Java" >&2; exit 1; }
{
  grep '^import ' "$work/example.jsh"
  echo 'public class Example { public static void main(String[] arguments) throws Exception {'
  grep -v '^import ' "$work/example.jsh"
  echo '} }'
} >"$work/Example.java"

# Copies the project $1, and takes its folder as the current one.
enter() {
  cp -R "$here/$1" "$work/$1"
  cd "$work/$1"
}

consume() { maven -Dmaven.repo.local="$work/m2" -Dfallow.repository="$url" -Dfallow.version="$version" "$@"; }

# The example has left a file of HDF5, which begins so.
made() {
  [ "$(head -c 4 run.h5 | tail -c 3)" = HDF ] || { echo "$1: the example has made no run.h5" >&2; exit 1; }
  echo "$1: ok"
}

enter maven
mkdir -p src/main/java
cp "$work/Example.java" src/main/java
consume compile exec:java dependency:build-classpath -Dmdep.outputFile="$work/classpath"
made Maven

if ! command -v gradle >/dev/null; then
  echo "Gradle: skipped, there is no gradle in the path"
else
  enter gradle
  mkdir -p src/main/java
  cp "$work/Example.java" src/main/java
  quietly gradle --no-daemon --console=plain -g "$work/gradle-home" -PfallowRepository="$url" -PfallowVersion="$version" run
  made Gradle
fi

if ! command -v jshell >/dev/null; then
  echo "JShell: skipped, there is no jshell in the path"
else
  mkdir "$work/jshell"
  cd "$work/jshell"
  # it exits with 0 whatever happens; in silent mode its own lines, which begin with |, say what is wrong
  jshell -s --class-path "$(cat "$work/classpath")" "$work/example.jsh" - >printed 2>&1 </dev/null
  ! grep -q '^|' printed || { cat printed >&2; echo "failed: jshell" >&2; exit 1; }
  made JShell
fi

for language in kotlin scala; do
  enter $language
  consume compile exec:java
  made "${language^}"
done

enter osgi
consume process-classes exec:java
made 'OSGi, in Apache Felix'

enter modular
consume package
java --module-path target/modules --module example.modular/example.modular.Main
made 'Module path, with records'
if [ ! -d "$java_home/jmods" ] && ! jlink --help | grep -q 'linking from.*run-time'; then
  echo "jlink: skipped, this JDK has no jmods"
else
  rm run.h5
  quietly jlink --module-path target/modules --add-modules example.modular --output image
  image/bin/java --module example.modular/example.modular.Main
  made 'jlink, with fallow-filters'
fi
