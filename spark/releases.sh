#!/bin/sh
# Runs the jar with dependencies, compiled for the release of the build, on other releases of Spark: a program that uses each part once.
#
# usage: spark/releases.sh [RELEASE...]
#
# Without arguments: the last release of each line that the module supports. Takes about 20 s for each, and downloads those
# that are not in the local repository (200 MB). Sources and tests of the module are compiled and run for another release with
# mvn -pl spark -am test -Dspark.version=RELEASE; the profiles of the module set what goes with it.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn -B -ntp -q -f ../pom.xml -pl spark -am package -DskipTests -Dmaven.javadoc.skip
opens=$(grep -o -- '--add-opens=[^ <]*' pom.xml)
for release in ${*:-4.0.2 4.1.2 4.2.0}; do
    mvn -B -ntp -q -f src/releases/pom.xml dependency:build-classpath \
        -Dspark.version="$release" -Dmdep.outputFile="$work/spark"
    # shellcheck disable=SC2086 # one word for each option
    java -Xmx1g $opens -Dlog4j2.configurationFile=src/test/resources/log4j2.properties \
        -cp "$(echo target/fallow-spark_2.13-*-all.jar):target/test-classes:$(cat "$work/spark")" dev.fallow.spark.ReleaseProgram
done
