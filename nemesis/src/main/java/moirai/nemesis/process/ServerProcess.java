package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import moirai.nemesis.ClusterException;

/** A server that does not outlive this process, from its start to its end. Thread-safe. */
public final class ServerProcess {

    private static final int FORK_TIMEOUT_MILLIS = 10_000;
    private static final int ORDERLY_TIMEOUT_MILLIS = 10_000;
    private static final int AT_ONCE_TIMEOUT_MILLIS = 5_000;
    private static final int KILL_TIMEOUT_MILLIS = 5_000;

    /** The time for an orphaned server to end: its watchdog gives it four seconds, and then kills it. */
    private static final int ORPHAN_TIMEOUT_MILLIS = 8_000;

    /** The watchdog, referenced for its pipe: if it were collected, the pipe would be closed and the server ended. */
    private final Process watchdog;

    private final Program program;
    private final long pid;

    /**
     * Guards the record of what stopped the server, so that the end of a stall does not wake what was paused meanwhile.
     */
    private final ReentrantLock signals = new ReentrantLock();

    private volatile boolean isHeld;
    private volatile boolean isStalled;

    private ServerProcess(Process watchdog, Program program, long pid) {
        this.watchdog = watchdog;
        this.program = program;
        this.pid = pid;
    }

    /**
     * Starts the server under a watchdog that ends it and removes its files if this process dies. Its log begins anew.
     *
     * @throws ClusterException if it cannot even be tried
     */
    public static ServerProcess start(NodeDirectory node, Program program) throws IOException {
        Files.deleteIfExists(node.pidFile());
        node.beginLog();
        var arguments = new ArrayList<>(List.of(node.path().toString(), program.endAtOnce()));
        arguments.addAll(program.command());
        var builder = Watchdogs.prepare("watchdog.sh", node.watchdog(), arguments)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(node.log().toFile()));
        builder.environment().putAll(program.environment());
        var watchdog = builder.start();
        // A server that ended at once has taken its number with it.
        Pauses.until(FORK_TIMEOUT_MILLIS, () -> node.running().isPresent() || !watchdog.isAlive());
        Optional<NodeDirectory.Running> running = node.running();
        if (running.isEmpty() && watchdog.isAlive()) {
            end(watchdog);
            throw new ClusterException("the watchdog of " + node.name() + " started no server within "
                    + FORK_TIMEOUT_MILLIS / 1000 + " s");
        }
        return new ServerProcess(
                watchdog, program, running.map(NodeDirectory.Running::pid).orElse(-1L));
    }

    /** Tells a watchdog to end its server, whether that is recorded or not; a server that does not end is killed. */
    static void end(Process watchdog) {
        try {
            // As if this process had died. Killed before that, the watchdog would leave what it has started.
            watchdog.getOutputStream().close();
        } catch (IOException e) {
            // It reads no more, so it is ending.
        }
        if (!Pauses.until(ORPHAN_TIMEOUT_MILLIS, () -> !watchdog.isAlive())) {
            ProcessTree.kill(watchdog.pid());
        }
    }

    public boolean isAlive() {
        return watchdog.isAlive();
    }

    /** Returns whether it is stopped, and not just for a moment of a {@linkplain #stall stall}. */
    public boolean isPaused() {
        return isAlive() && (isHeld || !isStalled) && ProcessTree.isPaused(pid);
    }

    /** Returns the number of the server's first process, which may be gone. */
    public long pid() {
        return pid;
    }

    /** Returns every process of the server, the first one first; empty if it is gone. */
    public List<Long> tree() {
        return isAlive() ? ProcessTree.of(pid) : List.of();
    }

    /** Stops every process of the server; does nothing if it is gone or stopped. */
    public void pause() {
        inTurn(() -> {
            if (isAlive()) {
                isHeld = true;
                ProcessTree.pause(pid);
            }
        });
    }

    /** Lets every process of the server go on. */
    public void resume() {
        inTurn(() -> {
            isHeld = false;
            if (isAlive()) {
                ProcessTree.resume(pid);
            }
        });
    }

    /**
     * Takes the processor from the server until {@link #unstall}. Works as a pause, but the state does not show it.
     */
    public void stall() {
        inTurn(() -> {
            if (isAlive() && !isHeld) {
                isStalled = true;
                ProcessTree.pause(pid);
            }
        });
    }

    /** Gives the processor back, unless the server was paused meanwhile. */
    public void unstall() {
        inTurn(() -> {
            if (isStalled && !isHeld && isAlive()) {
                ProcessTree.resume(pid);
            }
            isStalled = false;
        });
    }

    private void inTurn(Runnable change) {
        signals.lock();
        try {
            change.run();
        } finally {
            signals.unlock();
        }
    }

    /** Sends a signal to the server's first process, such as {@code HUP} to make it read its settings again. */
    public void signal(String name) {
        Watchdogs.tell(watchdog, name);
    }

    /**
     * Kills every process of the server, and returns when they are gone.
     *
     * @throws ClusterException if one cannot be killed
     */
    public void kill() {
        if (isAlive() && (!ProcessTree.kill(pid) || !Pauses.until(KILL_TIMEOUT_MILLIS, () -> !watchdog.isAlive()))) {
            throw new ClusterException("the server under watchdog " + watchdog.pid() + " cannot be killed");
        }
    }

    /** Ends the server: in good order, then at once, then by force. */
    public void stop() {
        resume();
        if (!ends(program.orderlyEnd(), ORDERLY_TIMEOUT_MILLIS)) {
            endAtOnce();
        }
    }

    /** Ends the server at once, or else by force. */
    public void endAtOnce() {
        if (!isAlive()) {
            return;
        }
        resume();
        if (program.endAtOnce().equals("KILL") || !ends(program.endAtOnce(), AT_ONCE_TIMEOUT_MILLIS)) {
            kill();
        }
    }

    private boolean ends(String signal, long timeoutMillis) {
        signal(signal);
        return Pauses.until(timeoutMillis, () -> !watchdog.isAlive());
    }
}
