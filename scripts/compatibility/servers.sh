# Starts and ends the servers that are compared. Sourced by run, which sets $root, $here, $work and the options.

# The newest of PostgreSQL's programs that Debian has, or those on the PATH.
programs=
unprivileged=(env)
find_programs() {
  local folder
  for folder in /usr/lib/postgresql/*/bin; do
    [ -x "$folder/psql" ] || continue
    if [ -z "$programs" ] || [ "$(basename "${folder%/bin}")" -gt "$(basename "${programs%/bin}")" ]; then
      programs=$folder
    fi
  done
  if [ -z "$programs" ] && ! command -v psql >/dev/null 2>&1; then
    say "PostgreSQL's programs are missing (Debian: postgresql)"
    exit 3
  fi
}

# Runs psql as the user whom the URL names, with SQL from $1.
administer() {
  PGOPTIONS='-c client_min_messages=warning' psql -X -q -v ON_ERROR_STOP=1 \
    -d "$postgres_url" -c "$1" >/dev/null
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts PostgreSQL on a free port. It refuses to run as root, so root starts it as another user.
start_postgres() {
  local port user log=$work/postgres.log
  if [ ! -x "$programs/initdb" ]; then
    say 'initdb is missing (Debian: postgresql); --postgres takes a server that runs'
    exit 3
  fi
  : >"$log"
  if [ "$(id -u)" -eq 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    unprivileged=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups env HOME=/)
  fi
  postgres_data=$work/postgres
  # A run that was killed has left its server.
  [ ! -f "$postgres_data/postmaster.pid" ] ||
    "${unprivileged[@]}" "$programs/pg_ctl" stop -D "$postgres_data" -m immediate >>"$log" 2>&1 || true
  rm -rf "$postgres_data"
  mkdir -p "$postgres_data"
  [ "$(id -u)" -ne 0 ] || chown "$user" "$postgres_data" "$log"
  port=$(free_port)
  if ! (cd / && "${unprivileged[@]}" "$programs/initdb" -D "$postgres_data" -U moirai -A trust -E UTF8 --locale=C \
    --no-sync) >>"$log" 2>&1 ||
    ! (cd / && "${unprivileged[@]}" "$programs/pg_ctl" start -w -D "$postgres_data" -l "$log" \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off") >/dev/null 2>&1; then
    say "PostgreSQL does not start; why stands in $log"
    exit 3
  fi
  postgres_url=postgresql://moirai@127.0.0.1:$port/postgres
}

# Makes database $1 afresh and sets the array `place` to it.
place_postgres() {
  local pattern='^postgres(ql)?://([^:@/]+)(:([^@/]*))?@([^:/]+)(:([0-9]+))?/([^?]*)$'
  if ! [[ $postgres_url =~ $pattern ]]; then
    say "$postgres_url is no URL of the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
    exit 2
  fi
  place=("${BASH_REMATCH[5]}" "${BASH_REMATCH[7]:-5432}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]}" "$1")
  administer "DROP DATABASE IF EXISTS $1"
  administer "CREATE DATABASE $1"
}

leave_postgres() {
  administer "DROP DATABASE IF EXISTS ${place[4]} WITH (FORCE)" || say "database ${place[4]} is left behind"
}

# Starts a mock store for client $1, unless one is given, and sets the array `place` to it.
place_store() {
  local log=$work/results/$1.log port=$store_port left=300
  if [ -z "$port" ]; then
    : >"$log"
    # shellcheck disable=SC2086 # A list of options.
    "$root/scripts/moirai" mock serve --port 0 $store_args >"$log" 2>&1 &
    store=$!
    until port=$(sed -n 's/^mock store .*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$log") && [ -n "$port" ]; do
      left=$((left - 1))
      if [ "$left" -eq 0 ] || ! kill -0 "$store" 2>/dev/null; then
        say "the mock store does not start; why stands in $log"
        exit 3
      fi
      sleep 0.2
    done
  fi
  if [ "$statements" = yes ]; then
    place=(127.0.0.1 "$(free_port)" moirai '' moirai)
    python3 "$here/relay.py" "${place[1]}" "$port" >"$work/results/$1.sql" 2>"$work/results/$1.relay" &
    relay=$!
    sleep 1
  else
    place=(127.0.0.1 "$port" moirai '' moirai)
  fi
}

# Ends the store of client $1, and keeps what it says of its own history.
leave_store() {
  local code=0 left=300
  if [ -n "$relay" ]; then
    kill "$relay" 2>/dev/null || true
    wait "$relay" 2>/dev/null || true
    relay=
  fi
  [ -n "$store" ] || return 0
  kill "$store" 2>/dev/null || true
  # The store checks its history, which must not take for ever.
  while kill -0 "$store" 2>/dev/null; do
    left=$((left - 1))
    [ "$left" -ne 0 ] || kill -KILL "$store" 2>/dev/null || true
    sleep 0.2
  done
  wait "$store" 2>/dev/null || code=$?
  store=
  printf '%s\t%s\n' "$1" "$code" >>"$work/results/histories"
}
