# Finds a JDK without starting one. Sourced by the scripts beside this folder; works with bash 3.2.

# Prints the feature version of the JDK in folder $1, for example 25; fails if there is none.
jdk_feature() {
  local line
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=\"}
        line=${line#1.}
        printf '%s\n' "${line%%[!0-9]*}"
        return 0
        ;;
    esac
  done <"$1/release"
  return 1
}

# Prints the whole version of the JDK in folder $1, for example 25.0.3+9-LTS.
jdk_version() {
  local line
  while IFS= read -r line; do
    case $line in
      JAVA_RUNTIME_VERSION=*)
        line=${line#JAVA_RUNTIME_VERSION=}
        printf '%s\n' "${line//[!A-Za-z0-9.+-]/}"
        return 0
        ;;
    esac
  done <"$1/release"
  printf 'unknown\n'
}

# The usual places of JDKs, one folder a line; not all of them hold one.
jdk_homes() {
  printf '%s\n' /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    "$HOME"/.gradle/jdks/* "$HOME"/.local/share/mise/installs/java/* "$HOME"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
}

# Succeeds if folder $1 holds a JDK of feature version $2 or newer, with the tool $3 (java or javac).
jdk_suits() {
  local feature
  feature=$(jdk_feature "$1") && [ "$feature" -ge "$2" ] && [ -x "$1/bin/$3" ]
}

# The home of the java on the PATH, which may be a link or a wrapper: only the JVM itself knows.
jdk_on_path() {
  command -v java >/dev/null 2>&1 || return 1
  java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
}

# Prints the home of a JDK of feature version $1 or newer that has the tool $2. What the user named comes first, then
# the usual places, where a long-term release wins over a newer one, then the PATH.
find_jdk() {
  local home feature best='' best_feature=0
  for home in "${MOIRAI_JAVA_HOME:-}" "${JAVA_HOME:-}"; do
    if [ -n "$home" ] && jdk_suits "$home" "$1" "$2"; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  while IFS= read -r home; do
    jdk_suits "$home" "$1" "$2" || continue
    feature=$(jdk_feature "$home")
    case $feature in
      25 | 29)
        printf '%s\n' "$home"
        return 0
        ;;
    esac
    if [ "$feature" -gt "$best_feature" ]; then
      best=$home
      best_feature=$feature
    fi
  done < <(jdk_homes)
  if [ -z "$best" ]; then
    home=$(jdk_on_path) && jdk_suits "$home" "$1" "$2" && best=$home
  fi
  [ -n "$best" ] && printf '%s\n' "$best"
}

# As find_jdk; without one says on stderr what to install and ends the script with code 78 (EX_CONFIG).
require_jdk() {
  find_jdk "$1" "$2" && return 0
  {
    printf 'moirai: %s needs a JDK %s or newer, and none was found.\n' "$3" "$1"
    printf 'Install one (for example Temurin 25, https://adoptium.net; Debian: openjdk-25-jdk; macOS: brew install openjdk;\n'
    printf 'SDKMAN: sdk install java 25-tem), or set MOIRAI_JAVA_HOME or JAVA_HOME to the folder of one.\n'
  } >&2
  return 78
}
