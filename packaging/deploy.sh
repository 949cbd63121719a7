#!/usr/bin/env bash
# Deploys the published modules to a Maven repository in a folder, as a release would be: with sources, Javadoc, SBOM and
# signatures. These are made with a new key, which is thrown away; its public half is FOLDER/key.asc.
# Usage: packaging/deploy.sh FOLDER
source "$(dirname "$0")/common.sh"
[ $# -eq 1 ] || { echo "usage: packaging/deploy.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
trap 'gpgconf --kill gpg-agent; rm -rf "$work"' EXIT
quietly gpg --batch --passphrase '' --quick-generate-key 'Thrown away <nobody@fallow.example>' ed25519 sign
gpg --armor --export >"$folder/key.asc"

cd "$root"
maven -Prelease -DskipTests -pl "$published" deploy -DaltDeploymentRepository="local::file:$folder"

# what has to be there: for each jar its sources, Javadoc and SBOM, and for each of these a signature that is right
cd "$folder"
count=0
while IFS= read -r file; do
  quietly gpg --verify "$file.asc" "$file"
  count=$((count + 1))
done < <(find dev -type f ! -name '*.asc' ! -name '*.md5' ! -name '*.sha1' ! -name 'maven-metadata*')
for module in freespace format core filters natives http spark_2.13 cli; do
  for kind in '.jar' '-sources.jar' '-javadoc.jar' '-cyclonedx.json' '-cyclonedx.xml' '.pom'; do
    ls dev/fallow/fallow-$module/"$version"/fallow-$module-*[0-9T]"$kind" >/dev/null 2>&1 \
      || { echo "missing: fallow-$module$kind" >&2; exit 1; }
  done
done
for pom in parent bom; do
  ls dev/fallow/fallow-$pom/"$version"/fallow-$pom-*.pom >/dev/null
done
if ls -d dev/fallow/*dist* dev/fallow/*tests* dev/fallow/*benchmarks* dev/fallow/*research* 2>/dev/null; then
  echo "the modules above are not published" >&2
  exit 1
fi
echo "ok: $count files of version $version, signed, in $folder"
