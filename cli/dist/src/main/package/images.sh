#!/bin/sh
# Makes, in the current folder, which contains fallow.jar and the script fallow:
#   share/          manual pages, completion for bash, zsh and fish, as below /usr/share
#   fallow-image/   a JVM with the modules that are needed, the jar and the script (jlink), and an archive of it
#   fallow-app/     the same with a native launcher (jpackage)
# Arguments: the JDK, the version of Fallow, the modules.
set -eu
jdk=$1 version=${2%%-*} modules=$3
rm -rf share runtime fallow-image fallow-app input

fallow() { "$jdk/bin/java" -jar fallow.jar "$@"; }
mkdir -p share/man/man1 share/bash-completion/completions share/zsh/vendor-completions share/fish/vendor_completions.d
fallow manual share/man/man1 >/dev/null
gzip -9n share/man/man1/*.1
fallow completion bash >share/bash-completion/completions/fallow
fallow completion zsh >share/zsh/vendor-completions/_fallow
fallow completion fish >share/fish/vendor_completions.d/fallow.fish

# the curves of TLS are in a module of their own up to JDK 21, which no class refers to
if [ -f "$jdk/jmods/jdk.crypto.ec.jmod" ]; then modules=$modules,jdk.crypto.ec; fi
"$jdk/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages \
  --generate-cds-archive --output fallow-image >jlink.log 2>&1 || { cat jlink.log >&2; exit 1; }
mkdir -p fallow-image/lib/fallow input
cp -p fallow.jar input
cp -R share fallow-image

# before the script: the launcher of jpackage has the same name
if [ -x "$jdk/bin/jpackage" ]; then
  "$jdk/bin/jpackage" --type app-image --name fallow --app-version "$version" --vendor Fallow --input input \
    --main-jar fallow.jar --runtime-image fallow-image --dest fallow-app --java-options -XX:+UseSerialGC \
    --java-options -XX:TieredStopAtLevel=1 --java-options -XX:CompileThresholdScaling=5
fi

cp -p fallow.jar fallow-image/lib/fallow
cp fallow fallow-image/bin/fallow
chmod 755 fallow-image/bin/fallow
rm -rf input
# an archive of classes: JDK 25 finds it in another folder, too; JDK 17 does not, so the first run makes one there
fallow-image/bin/fallow --version >/dev/null
rm -f fallow-image/lib/fallow/*.jsa
tar -czf "fallow-$2-$(uname -s | tr A-Z a-z)-$(uname -m).tar.gz" fallow-image
