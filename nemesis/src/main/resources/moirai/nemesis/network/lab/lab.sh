# Makes hosts in network namespaces of their own, with a link of its own between any two of them, and runs commands
# there for an owner. To be run in a user and a network namespace of its own, as their root.
#
# Argument: how many hosts. Working directory: the lab's. Standard input: the owner's pipe. Each line is a command,
# answered by a line that begins with "done" or "failed"; the end means that the owner is gone. Before the first one
# come the process that keeps each host, and "ready".
#
# Host 0 is the clients', and the namespace in which this runs. Each host knows the link to another one by the name of
# that other host, and takes nothing from anywhere else, so what a host hears of another is decided by a rule of its own
# for one interface. Nothing is bound to a file: what no process is in any more is gone.

count=$1
PATH=$PATH:/usr/sbin:/sbin
set -e

# Hosts live as long as somebody reads here, and end with this shell however it ends.
mkfifo life
exec 3<&0 </dev/null 4<>life

name() { if [ "$1" = 0 ]; then echo clients; else echo "n$1"; fi; }
address() { if [ "$1" = 0 ]; then echo 10.99.0.254; else echo "10.99.0.$1"; fi; }
hardware() { printf '02:00:00:00:%02x:%02x' "$1" "$2"; }
pid() { eval "echo \$pid_$1"; }
host() {
    host=$1
    shift
    nsenter -t "$(pid "$host")" -n "$@"
}

# shellcheck disable=SC2034
pid_0=$$
number=1
while [ "$number" -le "$count" ]; do
    unshare -n cat <life >/dev/null 3<&- 4>&- &
    eval "pid_$number=$!"
    number=$((number + 1))
done
# A link that is moved to a host too early would stay here.
number=1
while [ "$number" -le "$count" ]; do
    keeper=$(pid "$number")
    while [ "$(readlink "/proc/$keeper/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do
        kill -s 0 "$keeper"
    done
    number=$((number + 1))
done

from=0
while [ "$from" -le "$count" ]; do
    # The table of own addresses comes after the rules that cut, instead of before all others.
    batch='link set lo up
rule add pref 100 lookup local
rule del pref 0'
    to=0
    while [ "$to" -le "$count" ]; do
        if [ "$to" -gt "$from" ]; then
            host "$from" ip link add dev "$(name "$to")" address "$(hardware "$from" "$to")" type veth \
                peer name "$(name "$from")" address "$(hardware "$to" "$from")" netns "$(pid "$to")"
        fi
        if [ "$to" != "$from" ]; then
            # Neighbours are known for ever: nobody asks for them, and a healed link need not wait until somebody does.
            batch="$batch
addr add $(address "$from")/32 peer $(address "$to") dev $(name "$to")
link set $(name "$to") up
neigh add $(address "$to") lladdr $(hardware "$to" "$from") dev $(name "$to") nud permanent"
        fi
        to=$((to + 1))
    done
    printf '%s\n' "$batch" | host "$from" ip -batch -
    from=$((from + 1))
done
set +e

number=1
while [ "$number" -le "$count" ]; do
    pid "$number"
    number=$((number + 1))
done
echo ready
while read -r line <&3; do
    # The owner says what is to be done, and expects one line.
    if output=$(eval "$line" 2>&1 3<&- 4>&-); then
        echo "done $output" | tr '\n' ' '
    else
        echo "failed $output" | tr '\n' ' '
    fi
    echo
done
