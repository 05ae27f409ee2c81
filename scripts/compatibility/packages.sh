# Installs the clients from the registries of pip and npm. Sourced by run, which sets $work and $wanted.

# Prints the packages of the wanted clients that $1 runs, one a line.
packages_of() {
  local by packages
  while read -r _ by _ packages; do
    [ "$by" != "$1" ] || tr ' ' '\n' <<<"$packages"
  done <<<"$wanted" | sort -u
}

# Succeeds if package $2 is there for programs that $1 runs, and prints its version.
version() {
  local name=${2%%\[*} said
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

# Installs what is missing: all at once is faster, but a package that cannot be had must not keep the others away.
install_packages() {
  local log=$work/packages.log by package
  local -a absent
  : >"$log"
  for by in python node; do
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
  esac
}
