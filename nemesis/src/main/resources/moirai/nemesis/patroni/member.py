"""Runs Patroni as the first of a tree of processes that holds all of a member.

Arguments: Patroni's command line. Patroni starts PostgreSQL so that it becomes a child of the first process of the
system, where nobody would know whose it is. This process takes it instead: whoever stops or kills the tree below it
meets the whole member. TERM ends it in good order; QUIT ends all of it at once, with PostgreSQL's shared memory freed.
When Patroni has ended, whatever is left is ended too. Exit code: Patroni's, or 128 and more for a signal.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
END_SECONDS = 3.0


def children():
    """The processes whose parent is this one."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/" + name + "/stat", encoding="latin-1") as stat:
                    # The name of a process may hold anything, but in parentheses.
                    parent = stat.read().rsplit(")", 1)[1].split()[1]
            except (OSError, IndexError):
                continue
            if int(parent) == os.getpid():
                found.append(int(name))
    return found


def tell(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def end_rest():
    """Ends what Patroni has left: at once, but so that it can free what it holds; then by force."""
    deadline = time.monotonic() + END_SECONDS
    tell(children(), signal.SIGQUIT)
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            if time.monotonic() > deadline:
                tell(children(), signal.SIGKILL)
            time.sleep(0.02)


def main():
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("member.py: this system has no subreapers")
    # Variables would win over the file.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PATRONI_")}
    with subprocess.Popen(sys.argv[1:], env=clean) as patroni:
        signal.signal(signal.SIGTERM, lambda *_: tell([patroni.pid], signal.SIGTERM))
        signal.signal(signal.SIGHUP, lambda *_: tell([patroni.pid], signal.SIGHUP))
        signal.signal(signal.SIGQUIT, lambda *_: tell([patroni.pid], signal.SIGKILL))
        while True:
            pid, status = os.wait()
            if pid == patroni.pid:
                patroni.returncode = os.waitstatus_to_exitcode(status)
                break
    end_rest()
    sys.exit(patroni.returncode if patroni.returncode >= 0 else 128 - patroni.returncode)


main()
