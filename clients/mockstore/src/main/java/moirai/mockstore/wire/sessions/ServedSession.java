package moirai.mockstore.wire.sessions;

import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.sessions.SessionHost;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.MessageWriter.Severity;

/**
 * A session's access to the others of its server. In lock step it has none: who is there when, and in which order they
 * have come, is not the seed's to decide.
 *
 * @param waking wakes the session's thread if it waits for its client
 */
public record ServedSession(Backend self, Backends all, MessageWriter out, Runnable waking) implements SessionHost {

    @Override
    public int process() {
        requireNoLockStep("pg_backend_pid()");
        return self.process();
    }

    @Override
    public boolean cancel(int process) {
        Optional<Backend> other = find("pg_cancel_backend()", process);
        if (process == self.process()) {
            throw new StoreException("57014", "canceling statement due to user request");
        }
        other.ifPresent(Backend::cancel);
        return other.isPresent();
    }

    @Override
    public boolean terminate(int process, long millis) {
        Optional<Backend> other = find("pg_terminate_backend()", process);
        if (process == self.process()) {
            throw ended();
        }
        other.ifPresent(Backend::terminate);
        return other.isPresent() && (millis == 0 || isEnded(other.get(), millis));
    }

    private boolean isEnded(Backend other, long millis) {
        try {
            if (other.awaitEnd(millis)) {
                return true;
            }
        } catch (InterruptedException cancelled) {
            throw new StoreException("57014", "canceling statement due to user request");
        }
        warn("backend with PID " + other.process() + " did not terminate within " + millis
                + (millis == 1 ? " millisecond" : " milliseconds"));
        return false;
    }

    private Optional<Backend> find(String function, int process) {
        requireNoLockStep(function);
        Optional<Backend> found = all.find(process);
        if (found.isEmpty()) {
            warn("PID " + process + " is not a PostgreSQL backend process");
        }
        return found;
    }

    private void requireNoLockStep(String function) {
        if (all.isLockStep()) {
            throw Unsupported.refuse(function + " in lock step, where it would depend on who has connected when,");
        }
    }

    private void warn(String text) {
        out.failure(Severity.WARNING, "01000", text);
    }

    /** Returns the error with which a session ends that has to. */
    public static StoreException ended() {
        return new StoreException("57P01", "terminating connection due to administrator command");
    }

    @Override
    public void wake() {
        waking.run();
    }
}
