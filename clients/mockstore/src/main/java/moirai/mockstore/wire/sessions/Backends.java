package moirai.mockstore.wire.sessions;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import moirai.mockstore.sql.syntax.Unsupported;

/** The sessions of a server, by their numbers. Thread-safe. */
public final class Backends {

    private final boolean isLockStep;
    private final Map<Integer, Backend> sessions = new ConcurrentHashMap<>();

    /**
     * Creates an empty table.
     *
     * @param isLockStep whether a session must not depend on which others are there
     */
    public Backends(boolean isLockStep) {
        this.isLockStep = isLockStep;
    }

    boolean isLockStep() {
        return isLockStep;
    }

    /** Adds a session. */
    public void add(Backend session) {
        sessions.put(session.process(), session);
    }

    /** Removes a session that has ended. */
    public void remove(int process) {
        sessions.remove(process);
    }

    /** Returns the session of this number; empty if there is none. */
    public Optional<Backend> find(int process) {
        return Optional.ofNullable(sessions.get(process));
    }

    /**
     * Returns the rows of {@code pg_stat_activity} without what is NULL.
     *
     * @throws moirai.mockstore.StoreException in lock step (SQLSTATE 0A000)
     */
    public List<Map<String, String>> activity() {
        if (isLockStep) {
            throw Unsupported.refuse("pg_stat_activity in lock step, where it would depend on who has connected when,");
        }
        return all().stream().map(Backend::row).filter(row -> !row.isEmpty()).toList();
    }

    /** Returns the numbers of all sessions. */
    public List<Integer> processes() {
        return all().stream().map(Backend::process).sorted().toList();
    }

    /** Returns all sessions. */
    public Collection<Backend> all() {
        return sessions.values();
    }
}
