# Runs a server for an owner, and ends it when the owner is gone, whatever state it is in.
#
# Arguments: the node's directory, the signal that ends the server at once, then the server's command line.
# Standard input: the owner's pipe. A line is a signal for the server; the end means that the owner is gone.
# Exit code: the server's.

node=$1
end_signal=$2
shift 2

# A shell gives its background jobs an empty standard input, so the pipe is moved out of the way.
exec 3<&0 </dev/null
# The server is written down by the process that becomes it, so none ever runs unknown.
# shellcheck disable=SC2016
sh -c 'printf "%s\n%s\n" "$$" "$1" >"$0"; shift; exec "$@"' "$node/server.pid" "$end_signal" "$@" 3<&- &
server=$!

# Finds the server and all below it, from one look at all processes. The name of one may hold anything, but in
# parentheses. The answer is a variable, since where no process can be made this has to work still.
find_tree() {
    pairs=
    for stat in /proc/[0-9]*/stat; do
        line=
        read -r line <"$stat" || continue
        rest=${line##*) ? }
        pairs="$pairs ${line%% *}:${rest%% *}"
    done
    found=" $server "
    grown=yes
    while [ "$grown" ]; do
        grown=
        for pair in $pairs; do
            case $found in
            *" ${pair%:*} "*) ;;
            *" ${pair#*:} "*)
                found="$found${pair%:*} "
                grown=yes
                ;;
            esac
        done
    done
}

(
    while read -r signal; do
        kill -s "$signal" "$server"
    done
    # The owner is gone; the mark tells the shell below to remove the node when the server has ended. It cannot be made
    # where the directory is gone or the disk is full, and the server has to end all the same: printf, since a colon
    # whose redirection fails ends this shell.
    printf '' >"$node/orphaned"
    # Whatever was paused has to hear the signal, and would outlive its parent if it did not.
    find_tree
    case $end_signal in
    KILL) ;;
    *)
        # shellcheck disable=SC2086
        kill -s CONT $found
        kill -s "$end_signal" "$server"
        tries=0
        while [ "$tries" -lt 4 ] && kill -s 0 "$server"; do
            sleep 1
            tries=$((tries + 1))
        done
        ;;
    esac
    find_tree
    # shellcheck disable=SC2086
    kill -s KILL $found
) <&3 3<&- 2>/dev/null &
reader=$!
exec 3<&-

wait "$server"
code=$?
# Nobody signals from here on: the number may soon belong to another process.
kill -s KILL "$reader" 2>/dev/null
rm -f "$node/server.pid"
if [ -e "$node/orphaned" ]; then
    tries=0
    # A disk of the node's own goes first; children that outlive a killed server for a moment keep it busy.
    while grep -qsF " $node/disk " /proc/self/mounts; do
        umount "$node/disk" 2>/dev/null || sleep 0.2
        tries=$((tries + 1))
        [ "$tries" -lt 15 ] || umount -l "$node/disk" || break
    done
    tries=0
    # They may still write, too.
    until rm -rf "$node" 2>/dev/null || [ "$tries" -ge 5 ]; do
        sleep 1
        tries=$((tries + 1))
    done
fi
exit "$code"
