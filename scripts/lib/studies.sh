# Builds the studies and runs a class of theirs. Sourced by the scripts beside this folder, which set $root.

# shellcheck source=jdk.sh
. "$root/scripts/lib/jdk.sh"

# Runs main class $1 with the remaining arguments, on the class path of the studies, with the options for Java in the
# array study_options, if the script sets one.
run_study() {
  local home main=$1 module=$root/runs/studies
  shift
  home=$(require_jdk 25 javac 'building the studies')
  mkdir -p "$module/target"
  if ! (cd "$root" && JAVA_HOME=$home mvn -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl runs/studies -am \
    package dependency:build-classpath -Dmdep.outputFile=target/classpath.txt) >"$module/target/build.log" 2>&1; then
    echo "moirai: the build failed; all of it is in $module/target/build.log" >&2
    exit 255
  fi
  "$home/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+UseCompactObjectHeaders \
    ${study_options[@]+"${study_options[@]}"} \
    -cp "$module/target/classes:$(cat "$module/target/classpath.txt")" "$main" "$@"
}
