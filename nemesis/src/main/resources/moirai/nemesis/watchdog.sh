# Runs a server for an owner, and ends it when the owner is gone.
#
# Arguments: the instance directory, then the server's command line.
# Standard input: the owner's pipe. A line is a signal for the server; the end means that the owner is gone.
# Exit code: the server's.

instance=$1
shift

# A shell gives its background jobs an empty standard input, so the pipe is moved out of the way.
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!

(
    while read -r signal; do
        kill -s "$signal" "$server"
    done
    # The owner is gone; the mark tells the shell below to remove everything when the server has ended.
    : >"$instance/orphaned"
    # QUIT ends the server at once and frees its shared memory; a server that was paused needs CONT to hear it.
    kill -s QUIT "$server"
    kill -s CONT "$server"
    tries=0
    while [ "$tries" -lt 4 ] && kill -s 0 "$server"; do
        sleep 1
        tries=$((tries + 1))
    done
    kill -s KILL "$server"
) <&3 3<&- 2>/dev/null &
reader=$!
exec 3<&-

wait "$server"
code=$?
# Nobody signals from here on: the number may soon belong to another process.
kill -s KILL "$reader" 2>/dev/null
if [ -e "$instance/orphaned" ]; then
    tries=0
    # Children that outlive a killed server for a moment may still write.
    until rm -rf "$instance" 2>/dev/null || [ "$tries" -ge 5 ]; do
        sleep 1
        tries=$((tries + 1))
    done
fi
exit "$code"
