#!/usr/bin/env bash
# Builds what is published twice, from the files that git knows, as they are now, and compares all artifacts byte by byte. The second build
# has another folder, time zone and language; the umask has to be the same, because archives keep the modes of files.
# Usage: packaging/reproducible.sh
source "$(dirname "$0")/common.sh"

(cd "$root" && git ls-files -z | tar --null --ignore-failed-read -cf "$work/files.tar" -T - 2>"$work/log")

build() {
  mkdir "$1"
  cd "$1"
  tar -xf "$work/files.tar"
  maven -Prelease -Dgpg.skip -DskipTests -Dspotless.check.skip -pl "$published,cli/dist" verify
}

# The artifacts below a folder, each with its digest.
artifacts() {
  cd "$1"
  find . -path '*/target/*' \( -name '*.jar' -o -name 'bom.json' -o -name 'bom.xml' -o -name '.flattened-pom.xml' \) \
    ! -path '*/target/lib/*' ! -name 'original-*' -print0 | sort -z | xargs -0 sha256sum
}

build "$work/first"
(export TZ=Asia/Kathmandu LC_ALL=C && build "$work/another folder")
(artifacts "$work/first") >"$work/first.sums"
(artifacts "$work/another folder") >"$work/second.sums"
count=$(wc -l <"$work/first.sums")
# seven jars, each with sources, Javadoc and two SBOMs; and fallow.jar
[ "$count" -ge 36 ] || { echo "only $count artifacts were built:" >&2; cat "$work/first.sums" >&2; exit 1; }
if ! diff "$work/first.sums" "$work/second.sums" >"$work/differences"; then
  sed -n 's/^[<>] [0-9a-f]*  //p' "$work/differences" | sort -u | while IFS= read -r file; do
    echo "differs: $file" >&2
    case $file in
      *.jar)
        # -Z lists modes, -v checksums
        diff <(unzip -Z "$work/first/$file"; unzip -v "$work/first/$file") \
          <(unzip -Z "$work/another folder/$file"; unzip -v "$work/another folder/$file") | head -n 20 >&2 || true
        ;;
      *)
        diff "$work/first/$file" "$work/another folder/$file" | head -n 20 >&2 || true
        ;;
    esac
  done
  exit 1
fi
echo "ok: $count artifacts of two builds are the same, byte by byte"
