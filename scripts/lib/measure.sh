# Measures a process as a whole: CPU time, wall time, peak of resident memory. Sourced by the scripts beside this folder.
# Needs Linux for the memory.

# Prints the peak of resident memory of process $1 in MB; polled, since only a parent that waits is told.
watch_memory() {
  local peak=0 now
  while now=$(awk '/^VmHWM/ {print int($2 / 1024)}' "/proc/$1/status" 2>/dev/null) && [ -n "$now" ]; do
    peak=$now
    sleep 0.05
  done
  echo "$peak"
}

# Runs the command in $2… with its output in file $1/out, and sets measured_code, measured_cpu and measured_wall (in
# seconds) and measured_peak (in MB). Uses files in folder $1.
measure() {
  local place=$1 begin job wall
  shift
  begin=$(date +%s%N)
  : >"$place/pid"
  (
    TIMEFORMAT='%U %S'
    # shellcheck disable=SC2016 # The inner shell becomes the process that is measured, and says which it is.
    time bash -c 'echo $$ >"$0"; exec "$@"' "$place/pid" "$@" >"$place/out" 2>&1
  ) 2>"$place/cpu" &
  job=$!
  while [ ! -s "$place/pid" ]; do sleep 0.01; done
  measured_peak=$(watch_memory "$(cat "$place/pid")")
  measured_code=0
  wait "$job" || measured_code=$?
  wall=$((($(date +%s%N) - begin) / 1000000))
  measured_wall=$((wall / 1000)).$(printf %03d $((wall % 1000)))
  measured_cpu=$(awk '{ printf "%.2f", $1 + $2 }' "$place/cpu")
}

# Prints the median of the numbers in its arguments.
median() {
  printf '%s\n' "$@" | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# Prints the slope of the line of least squares through the logarithms of pairs of numbers, one pair a line of input.
log_log_slope() {
  awk '
    $1 > 0 && $2 > 0 { n++; x = log($1); y = log($2); sx += x; sy += y; sxx += x * x; sxy += x * y }
    END { d = n * sxx - sx * sx; if (n < 2 || d == 0) print "-"; else printf "%.2f\n", (n * sxy - sx * sy) / d }'
}
