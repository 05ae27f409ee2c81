package moirai.clients.jdbc.dialects;

import static java.util.Objects.requireNonNullElse;

import java.sql.SQLException;
import moirai.history.Outcome;

/** Decides what a failure proves. */
public final class Failures {

    /** A statement succeeded and wrote nothing where it had to write. SQL's own code for that is "no data". */
    public static final String NO_ROW_WRITTEN = "02000";

    private Failures() {}

    /** What was sent last when the failure came. */
    public enum Phase {
        /** Anything but COMMIT. */
        STATEMENT,
        /** COMMIT. */
        COMMIT
    }

    /** Decides what a failure proves. Calling a doubtful commit aborted would invent anomalies. */
    public static Outcome classify(Phase phase, SQLException failure) {
        String sqlState = requireNonNullElse(failure.getSQLState(), "none");
        return switch (phase) {
            // COMMIT was never sent, and the server rolls back a session that it loses. That holds for a timeout, too:
            // the connection is dropped, and nothing that was sent on it could commit.
            case STATEMENT -> new Outcome.Aborted(sqlState);
            case COMMIT ->
                switch (sqlState) {
                    // The server found, before it wrote the commit record, that it must not: a dangerous structure of
                    // serializable transactions (40001), a deadlock (40P01), a deferred unique constraint (23505).
                    case "40001", "40P01", "23505" -> new Outcome.Aborted(sqlState);
                    // The connection was lost (08*) or the server shut down (57P0*) with COMMIT on its way: the record
                    // may be written, may not, or may be written later. 40003 says so itself. A cancelled wait for a
                    // replica (57014) and a server in panic (XX*) have left durable commits. And all we do not know.
                    default -> new Outcome.Indeterminate(sqlState);
                };
        };
    }
}
