# Removes an instance when its owner is gone and its servers have ended.
#
# Argument: the instance's directory. Standard input: the owner's pipe, of which only the end matters.

instance=$1

while read -r _; do :; done

# Whether a server may run: one has written itself down, or a process names a node's directory. The command lines of
# watchdogs do, also of those that have not begun their server yet, and those of servers; this one names none. The
# patterns come by a pipe, or the search would find itself.
in_use() {
    ls "$instance"/*/server.pid >/dev/null 2>&1 && return
    printf '%s\n' "$instance"/*/ | grep -qsF -f - /proc/[0-9]*/cmdline
}

# The watchdogs end the servers, and each takes its server.pid away. What they could not end is left to be found, with
# its files, by the next start.
tries=0
while in_use; do
    [ "$tries" -ge 50 ] && exit 1
    sleep 0.2
    tries=$((tries + 1))
done
# A PostgreSQL server that was killed leaves a segment of System V shared memory. Its file has its own number in the
# first line, and that of the segment as the second number of the seventh; the kernel's table has both, and how many
# processes are attached. All have to agree, as numbers are given again.
for file in "$instance"/*/data/postmaster.pid "$instance"/*/disk/data/postmaster.pid; do
    [ -r "$file" ] || continue
    maker=$(sed -n 1p "$file")
    segment=$(sed -n '7s/^ *[0-9]\{1,\} \{1,\}\([0-9]\{1,\}\) *$/\1/p' "$file")
    [ -n "$segment" ] && while read -r _ id _ _ creator _ attached _; do
        [ "$id" = "$segment" ] && [ "$creator" = "$maker" ] && [ "$attached" = 0 ] && ipcrm -m "$id"
    done </proc/sysvipc/shm 2>/dev/null
done
# Dead nodes have no watchdog that would have done it; a disk lies in an image in the same directory, and is ours.
for disk in "$instance"/*/disk; do
    tries=0
    while grep -qsF " $disk " /proc/self/mounts; do
        umount "$disk" 2>/dev/null || sleep 0.2
        tries=$((tries + 1))
        [ "$tries" -lt 15 ] || umount -l "$disk" || break
    done
done
tries=0
until rm -rf "$instance" 2>/dev/null || [ "$tries" -ge 5 ]; do
    sleep 1
    tries=$((tries + 1))
done
