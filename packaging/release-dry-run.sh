#!/usr/bin/env bash
# Makes everything that a release of the command delivers, with JReleaser, and uploads nothing: archives, a Debian package, a Homebrew
# formula, what SDKMAN and JBang take, and a container image. The configuration is packaging/jreleaser.yml. Prints one line for each part.
# Usage: packaging/release-dry-run.sh; the files are in target/jreleaser
source "$(dirname "$0")/common.sh"
cd "$root"
maven -Pdist -DskipTests -Dspotless.check.skip -pl cli/dist -am package

# JReleaser wants a repository with a commit and an address: it is given one with nothing but what it takes
stage=$work/stage
mkdir "$stage"
cp -R cli/dist/target/{fallow,fallow.jar,share} cli/dist/target/*.deb cli/dist/target/fallow-*.tar.gz LICENSE packaging/jreleaser.yml "$stage"
cd "$stage"
cat >pom.xml <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.fallow</groupId>
  <artifactId>fallow-release</artifactId>
  <version>${version%-SNAPSHOT}</version>
  <packaging>pom</packaging>
</project>
POM
git init -q
git remote add origin https://github.com/fallow/fallow.git
git -c user.name=none -c user.email=nobody@fallow.example commit -q --allow-empty -m "What is released"

# these services are asked for nothing, but without keys the configuration counts as incomplete
export JRELEASER_GITHUB_TOKEN=none JRELEASER_SDKMAN_CONSUMER_KEY=none JRELEASER_SDKMAN_CONSUMER_TOKEN=none
container=ok
excluded=()
if ! docker info >/dev/null 2>&1; then
  container="skipped, no docker daemon answers; only its files are made"
  excluded=(-Djreleaser.excluded.packagers=docker)
fi
jreleaser() {
  maven "org.jreleaser:jreleaser-maven-plugin:1.23.0:$1" -Djreleaser.dry.run -Djreleaser.config.file=jreleaser.yml "${@:2}"
}
jreleaser assemble
jreleaser prepare -Djreleaser.packagers=docker
mv target/jreleaser/prepare/fallow/docker "$work/docker"
jreleaser full-release "${excluded[@]}"
[ -d target/jreleaser/package/fallow/docker ] || mv "$work/docker" target/jreleaser/package/fallow

# what has been made, and whether it works
has() { grep -q "$2" "$1" || { echo "$1 has no $2" >&2; exit 1; }; }
made=target/jreleaser/package/fallow
release=${version%-SNAPSHOT}
for archive in target/jreleaser/assemble/fallow/archive/*.{zip,tgz}; do
  mkdir "$work/${archive##*.}"
  case $archive in
    *.zip) unzip -q "$archive" -d "$work/zip" ;;
    *) tar -xzf "$archive" -C "$work/tgz" ;;
  esac
  quietly sh "$work/${archive##*.}/fallow-$release/bin/fallow" --version
done
echo "archives: ok"
for package in *.deb; do
  has <(dpkg-deb --contents "$package" 2>/dev/null || ar t "$package") 'usr/bin/fallow\|data.tar'
done
echo "deb: ok"
has $made/brew/Formula/fallow.rb "fallow-$release.zip"
echo "Homebrew: ok"
has $made/jbang/fallow.java "//DEPS dev.fallow:fallow-cli:$release"
echo "JBang: ok"
has target/jreleaser/trace.log "sdkman.release: Release\[candidate='fallow', version='$release'"
echo "SDKMAN: ok"
has $made/docker/Dockerfile 'ENTRYPOINT.*bin/fallow'
echo "container image: $container"

out=$root/target/jreleaser
rm -rf "$out"
mkdir -p "$out"
cp -R $made target/jreleaser/checksums target/jreleaser/trace.log target/jreleaser/assemble/fallow/archive/*.{zip,tgz} *.deb "$out"
