package moirai.clients.jdbc.dialects;

import static java.util.Objects.requireNonNullElse;

import java.sql.SQLException;
import java.util.Set;
import moirai.history.Outcome;

/** Decides what a failure proves, for each database. */
public final class Failures {

    /**
     * The code for a statement that succeeded and wrote nothing where it had to write. SQL's own code for that is "no
     * data".
     */
    public static final String NO_ROW_WRITTEN = "02000";

    /** The code for a row that exists already. */
    static final String UNIQUE_VIOLATION = "23505";

    /** The mask for the plain code, which is the last byte of SQLite's extended codes. */
    private static final int SQLITE_PRIMARY = 0xff;

    private static final int SQLITE_CONSTRAINT = 19;

    private Failures() {}

    /** The statement that was sent last when the failure came. */
    public enum Phase {
        /** Anything but COMMIT. */
        STATEMENT,
        COMMIT
    }

    /**
     * Returns whether a session should end: its connection leads to a server that takes no writes (25006), was lost
     * (08...), or is not what it was when the transaction began (25S03).
     */
    public static boolean isMisplaced(SQLException failure) {
        String state = state(failure);
        return state.equals("25006") || state.equals("25S03") || state.startsWith("08");
    }

    /**
     * Returns what a refused COMMIT proves on a server that decides with others.
     *
     * @param before its {@linkplain Dialect#group group} when the session began
     * @param now the same, after the refusal
     */
    public static Outcome amid(Outcome outcome, String before, String now) {
        return outcome instanceof Outcome.Aborted(String cause) && !MariadbFailures.isSure(cause, before, now)
                ? new Outcome.Indeterminate(cause)
                : outcome;
    }

    /** Decides for PostgreSQL, and servers that speak its protocol. */
    static Outcome postgres(Phase phase, SQLException failure) {
        // Refused at COMMIT: the server found, before it wrote the commit record, that it must not. A dangerous
        // structure of serializable transactions (40001), a deadlock (40P01), a deferred unique constraint (23505).
        //
        // All else at COMMIT is doubtful. The connection was lost (08*) or the server shut down (57P0*) with COMMIT on
        // its way: the record may be written, may not, or may be written later. 40003 says so itself. A cancelled wait
        // for a replica (57014) and a server in panic (XX*) have left durable commits. And all we do not know.
        return decide(phase, state(failure), Set.of("40001", "40P01", UNIQUE_VIOLATION));
    }

    /**
     * Decides for MariaDB, alone or as a node of a Galera cluster, and MySQL; by error numbers, for which see {@link
     * MariadbFailures}.
     */
    static Outcome mariadb(Phase phase, SQLException failure) {
        return decide(phase, MariadbFailures.name(failure), MariadbFailures.REFUSED_AT_COMMIT);
    }

    /** Decides for H2 in this process. */
    static Outcome h2(Phase phase, SQLException failure) {
        // Refused at COMMIT, before the transaction's changes are marked as committed: somebody else's came first
        // (90131), or a deadlock (40001), after which H2 has rolled back by itself. A database that is closed (90121)
        // may have been closed in the middle.
        return decide(phase, state(failure), Set.of("40001", "90131"));
    }

    /** Decides for HSQLDB in this process. */
    static Outcome hsqldb(Phase phase, SQLException failure) {
        // A transaction that another has doomed learns of it at COMMIT, if not before: 40001, and it is rolled back.
        return decide(phase, state(failure), Set.of("40001"));
    }

    /**
     * Decides for SQLite in this process, which has no SQL states but codes of its own.
     *
     * <p>At COMMIT, BUSY says that a lock could not be had (with a rollback journal: a reader is left), and CONSTRAINT
     * that a deferred constraint does not hold. Nothing is written then and the transaction stays open, so it has to be
     * rolled back: a COMMIT that was tried again would be a retry. After errors of files (IOERR, FULL, CORRUPT) the
     * journal may decide either way when it is next read.
     */
    static Outcome sqlite(Phase phase, SQLException failure) {
        return decide(phase, sqliteName(failure), Set.of("SQLITE_BUSY", "SQLITE_CONSTRAINT"));
    }

    static boolean isSqliteConstraint(SQLException failure) {
        return sqliteCode(failure) == SQLITE_CONSTRAINT;
    }

    /** Returns SQLite's own name for the codes that matter here. */
    private static String sqliteName(SQLException failure) {
        int code = sqliteCode(failure);
        return switch (code) {
            case 5 -> "SQLITE_BUSY";
            case 6 -> "SQLITE_LOCKED";
            case SQLITE_CONSTRAINT -> "SQLITE_CONSTRAINT";
            default -> "SQLITE_" + code;
        };
    }

    private static int sqliteCode(SQLException failure) {
        return failure.getErrorCode() & SQLITE_PRIMARY;
    }

    private static String state(SQLException failure) {
        return requireNonNullElse(failure.getSQLState(), "none");
    }

    private static Outcome decide(Phase phase, String code, Set<String> refusals) {
        return switch (phase) {
            // COMMIT was never sent, and a database rolls back a session that it loses. That holds for a timeout, too:
            // the transaction is rolled back or its connection dropped, and nothing that was sent on it could commit.
            case STATEMENT -> new Outcome.Aborted(code);
            case COMMIT -> refusals.contains(code) ? new Outcome.Aborted(code) : new Outcome.Indeterminate(code);
        };
    }
}
