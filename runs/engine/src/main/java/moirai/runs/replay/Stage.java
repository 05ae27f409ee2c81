package moirai.runs.replay;

import java.util.List;
import moirai.runs.Target;
import moirai.runs.sessions.SessionSource;
import moirai.scheduling.HeldSessions;

/** A database of the kind that a case needs, made once for all attempts. */
interface Stage extends AutoCloseable {

    /**
     * A set of sessions on tables that were just made.
     *
     * @param held the sessions whose statements can be held
     * @param behind a clean-up that runs after the sessions were closed
     */
    record Scene(HeldSessions held, SessionSource source, Runnable behind) implements AutoCloseable {

        @Override
        public void close() {
            try {
                source.close();
            } finally {
                behind.run();
            }
        }
    }

    /**
     * Returns sessions on empty tables.
     *
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     */
    Scene scene(HeldSessions held);

    /** Returns the possible placements of sessions, the most promising first. */
    default List<Placement> placements(Script script) {
        return List.of(Placement.single(script.sessionCount()));
    }

    /** Returns whether a scene serves one attempt alone, because its behaviour depends on earlier attempts. */
    default boolean isOfOneAttempt() {
        return false;
    }

    @Override
    default void close() {}

    /** Returns clients with connections through which statements can be held. */
    static Target.Clients held(Target.Clients clients, HeldSessions held) {
        return clients.through(held::wrap)
                .orElseThrow(() -> new IllegalStateException("statements of these sessions cannot be held"));
    }
}
