package moirai.scheduling;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Some sessions, numbered from 0, that one control can hold. A session with any other number is not held. */
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
     * The session with this number, begun anew, for a connection that takes the place of one that was lost: a thread
     * that is still stuck below the old one must not speak for the new one.
     */
    public HeldSession renewed(int session) {
        var renewed = new HeldSession(session, rule);
        sessions.set(session, renewed);
        return renewed;
    }

    /** The session with this number, to be told whom to follow. */
    public HeldSession at(int session) {
        return sessions.get(session);
    }

    /** What a session is to use in place of its connection; a new one takes the place of one that was lost. */
    public Connection wrap(int session, Connection connection) {
        return session < sessions.size() ? sessions.get(session).hold(connection) : connection;
    }
}
