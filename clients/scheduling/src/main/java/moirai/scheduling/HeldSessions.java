package moirai.scheduling;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** A group of sessions, numbered from 0, that one control can hold. A session with any other number is not held. */
public final class HeldSessions {

    private final StepRule rule;
    private final List<HeldSession> sessions;

    public HeldSessions(int count, StepRule rule) {
        this.rule = rule;
        this.sessions = new CopyOnWriteArrayList<>(IntStream.range(0, count)
                .mapToObj(session -> new HeldSession(session, rule))
                .toList());
    }

    /**
     * Begins a session anew, for a connection that takes the place of a lost one. A thread that is still stuck in the
     * lost connection must not act for the new one.
     */
    public HeldSession renewed(int session) {
        var renewed = new HeldSession(session, rule);
        sessions.set(session, renewed);
        return renewed;
    }

    /** Returns the session with this number. */
    public HeldSession at(int session) {
        return sessions.get(session);
    }

    /**
     * Returns the connection that a session uses in place of its own. A new connection takes the place of one that was
     * lost.
     */
    public Connection wrap(int session, Connection connection) {
        return session < sessions.size() ? sessions.get(session).hold(connection) : connection;
    }
}
