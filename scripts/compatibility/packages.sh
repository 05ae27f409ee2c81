# Installs the clients from the registries of pip, npm and Maven, and from Debian. Sourced by run, which sets $root,
# $here, $work and $wanted.

# shellcheck source=../lib/jdk.sh
. "$root/scripts/lib/jdk.sh"
java=$(find_jdk 21 javac) || java=

# Prints the packages of the wanted clients that $1 runs, one a line.
packages_of() {
  local by packages
  while read -r _ by _ packages; do
    [ "$by" != "$1" ] || tr ' ' '\n' <<<"$packages"
  done <<<"$wanted" | sort -u
}

# Succeeds if package $2 is there for programs that $1 runs, and prints its version.
version() {
  local name=${2%%\[*} said jar
  case $1 in
    python)
      [ -x "$work/venv/bin/python" ] &&
        "$work/venv/bin/python" -c 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))' \
          "$name" 2>/dev/null
      ;;
    node)
      [ -f "$work/node/node_modules/$name/package.json" ] && command -v node >/dev/null 2>&1 &&
        node -p 'require(process.argv[1]).version' "$work/node/node_modules/$name/package.json"
      ;;
    java)
      [ -d "$work/java/classes" ] || return 1
      for jar in "$work/java/lib/$name"-[0-9]*.jar; do
        [ -f "$jar" ] || return 1
        said=${jar##*/"$name"-}
        said=${said%.jar}
        echo "${said%.Final}"
        return
      done
      ;;
    go | perl | php | ruby)
      said=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$name" 2>/dev/null) || return 1
      [ "${said%% *}" = installed ] && sed 's/^.* //; s/^[0-9]*://; s/[-+~].*//' <<<"$said"
      ;;
    tool)
      said=$("$name" --version 2>/dev/null) && sed 's/^[^0-9]*\([0-9.]*\).*/\1/' <<<"$said"
      ;;
  esac
}

# Fails if one of the packages in $2 is missing for programs that $1 runs, and prints which.
missing() {
  local package
  for package in $2; do
    if ! version "$1" "$package" >/dev/null; then
      echo "$package cannot be had"
      return 1
    fi
  done
}

# Compiles the checks of the clients in Java and copies the clients, all with one call of Maven, if a source is newer.
install_java() {
  local log=$work/packages.log
  [ -n "$(packages_of java)" ] || return 0
  [ ! -f "$work/java/built" ] || [ -n "$(find "$here/java" -type f -newer "$work/java/built" -print)" ] || return 0
  rm -rf "$work/java"
  if [ -z "$java" ]; then
    say 'the clients in Java need a JDK 21 or newer'
  elif ! command -v mvn >/dev/null 2>&1; then
    say 'the clients in Java need Maven (Debian: maven)'
  else
    say 'compiling the checks of the clients in Java'
    if JAVA_HOME=$java mvn -B -q -f "$here/java/pom.xml" -Dwork="$work/java" process-classes </dev/null \
      >>"$log" 2>&1; then
      touch "$work/java/built"
    else
      rm -rf "$work/java"
      say "the clients in Java cannot be had; why stands in $log"
    fi
  fi
}

# Compiles the checks of the clients in Go, as Debian's packages of them want it: without modules.
install_go() {
  local name log=$work/packages.log
  while read -r name; do
    [ -n "$name" ] || continue
    if ! GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$work/go/cache GOFLAGS='' \
      go build -o "$work/go/$name" "$here"/go/checks.go "$here/go/$name"_*.go >>"$log" 2>&1; then
      rm -f "$work/go/$name"
      say "the checks of $name cannot be compiled; why stands in $log"
    fi
  done < <(awk '$2 == "go" { print $3 }' <<<"$wanted")
}

# Fetches psql and pg_dump of the release that the store says it is, if those here are older: an older pg_dump refuses a
# newer server. Debian's next release has them; apt resolves and verifies them here as for a machine of its own, and they
# run with the libraries that come with them, so that nothing of this machine changes.
install_tools() {
  local release=18 folder=$work/tools log=$work/packages.log name package
  local libraries=$folder/root/usr/lib/x86_64-linux-gnu
  if ! awk '$2 == "tool"' <<<"$wanted" | grep -q . || [ "$(version tool psql | cut -d. -f1)" -ge "$release" ] ||
    [ "$(uname -m)" != x86_64 ] || ! command -v apt-get >/dev/null 2>&1; then
    return
  fi
  if [ ! -x "$folder/bin/psql" ]; then
    say "fetching psql and pg_dump $release"
    mkdir -p "$folder"/{state/lists,cache/archives}/partial "$folder/root" "$folder/bin"
    : >"$folder/status"
    echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main' \
      >"$folder/sources.list"
    local -a apt=(apt-get -q -y -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null
      -o "Dir::State=$folder/state" -o "Dir::State::status=$folder/status" -o "Dir::Cache=$folder/cache"
      -o APT::Sandbox::User=)
    if ! { "${apt[@]}" update &&
      "${apt[@]}" --no-install-recommends install --download-only "postgresql-client-$release"; } </dev/null >>"$log" 2>&1; then
      say "psql and pg_dump $release cannot be had; why stands in $log"
      return
    fi
    for package in "$folder"/cache/archives/*.deb; do
      dpkg-deb -x "$package" "$folder/root"
    done
    for name in pg_dump pg_restore psql; do
      printf '#!/bin/sh\nexec %q --library-path %q %q "$@"\n' "$libraries/ld-linux-x86-64.so.2" "$libraries" \
        "$folder/root/usr/lib/postgresql/$release/bin/$name" >"$folder/bin/$name"
      chmod +x "$folder/bin/$name"
    done
  fi
  PATH=$folder/bin:$PATH
}

# Installs what is missing: all at once is faster, but a package that cannot be had must not keep the others away.
install_packages() {
  local log=$work/packages.log by package
  local -a absent
  : >"$log"
  for by in python node go perl php ruby; do
    absent=()
    while read -r package; do
      [ -z "$package" ] || version "$by" "$package" >/dev/null || absent+=("$package")
    done < <(packages_of "$by")
    [ ${#absent[@]} -gt 0 ] || continue
    say "installing ${absent[*]}"
    if ! fetch "$by" "${absent[@]}" >>"$log" 2>&1; then
      for package in "${absent[@]}"; do
        fetch "$by" "$package" >>"$log" 2>&1 || say "$package cannot be had; why stands in $log"
      done
    fi
  done
  install_tools
  install_java
  ! command -v go >/dev/null 2>&1 || install_go
}

# Installs the packages from $2 on for programs that $1 runs.
fetch() {
  local by=$1
  shift
  case $by in
    python)
      [ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv" || return 1
      "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@" </dev/null
      ;;
    node)
      command -v npm >/dev/null 2>&1 || return 1
      mkdir -p "$work/node"
      [ -f "$work/node/package.json" ] || echo '{"private": true}' >"$work/node/package.json"
      npm install --silent --no-fund --no-audit --ignore-scripts --prefix "$work/node" "$@" </dev/null
      ;;
    go | perl | php | ruby)
      if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        say "root may install them: apt-get install $*"
        return 1
      fi
      export DEBIAN_FRONTEND=noninteractive
      apt-get install -y -q --no-install-recommends "$@" </dev/null ||
        { apt-get update -q && apt-get install -y -q --no-install-recommends "$@" </dev/null; }
      ;;
  esac
}
