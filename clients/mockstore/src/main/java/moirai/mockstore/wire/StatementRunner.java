package moirai.mockstore.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.control.Encodings;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.catalog.KnownAnswer;
import moirai.mockstore.wire.protocol.ClientEncoding;
import moirai.mockstore.wire.protocol.MessageWriter;

/**
 * Runs a session's statements with PostgreSQL's implicit transactions: the statements of one query string, or those up
 * to a Sync, are a single transaction by default. A BEGIN among them makes it an explicit one; a COMMIT or ROLLBACK
 * ends it, and the next statement begins another.
 */
final class StatementRunner {

    /** The settings whose changes are reported, by the names in the report. */
    private static final Map<String, String> REPORTED = new TreeMap<>(Map.of(
            "application_name",
            "application_name",
            "client_encoding",
            "client_encoding",
            "default_transaction_read_only",
            "default_transaction_read_only",
            "search_path",
            "search_path",
            "TimeZone",
            "timezone",
            "DateStyle",
            "datestyle",
            "IntervalStyle",
            "intervalstyle"));

    private final SqlSession session;
    private final SessionNames names;
    private final MessageWriter out;
    private final Runnable discarded;
    private final Map<String, String> reported = new HashMap<>();
    private boolean isImplicit;
    /** True if an error occurred outside the session's statements, such as a parameter that is no number. */
    private boolean isFailed;

    /**
     * Creates the runner of a session.
     *
     * @param discarded run after DISCARD ALL
     */
    StatementRunner(SqlSession session, SessionNames names, MessageWriter out, Runnable discarded) {
        this.session = session;
        this.discarded = discarded;
        this.names = names;
        this.out = out;
        REPORTED.forEach((label, setting) -> reported.put(label, session.setting(setting)));
    }

    /** Runs a statement that others may follow; all of them until {@link #finish} are a single transaction. */
    SqlResult run(WireStatement statement, List<Object> parameters) {
        boolean isOfTransaction = switch (statement.kind()) {
            case ROWS, OTHER -> true;
            // DISCARD ALL cannot be in one.
            case SETTING ->
                !Words.first(statement.prepared().sql(), 1).getFirst().equals("DISCARD");
            case BEGIN, COMMIT, ROLLBACK, SAVEPOINT, ROLLBACK_TO, EMPTY, DEALLOCATE, CURSOR, COPY -> false;
        };
        if (isOfTransaction) {
            joinTransaction();
        }
        return runAlone(statement, parameters);
    }

    /** Begins the transaction of the statements until {@link #finish}, if there is none. */
    void joinTransaction() {
        if (session.status() == SqlSession.Status.IDLE) {
            session.execute("BEGIN");
            isImplicit = true;
        }
    }

    /** Runs a statement, in a transaction of its own if there is none. */
    SqlResult runAlone(WireStatement statement, List<Object> parameters) {
        SqlResult result = execute(statement, parameters);
        useEncoding();
        result.notices().forEach(this::notice);
        return result;
    }

    /** Tells the client something. */
    void notice(String text) {
        out.failure(MessageWriter.Severity.NOTICE, "00000", text);
    }

    private SqlResult execute(WireStatement statement, List<Object> parameters) {
        return switch (statement.kind()) {
            case BEGIN -> begin(statement);
            case COMMIT, ROLLBACK -> end(statement);
            case SAVEPOINT, ROLLBACK_TO -> {
                if (isImplicit || session.status() == SqlSession.Status.IDLE) {
                    throw new StoreException("25P01", "savepoints can only be used in transaction blocks");
                }
                SqlResult result = session.execute(statement.prepared(), parameters);
                isFailed = false;
                names.cursors().savepoint(statement.prepared().sql());
                yield result;
            }
            case DEALLOCATE -> names.deallocate(statement.prepared().sql());
            case SETTING -> set(statement);
            case OTHER -> {
                if (status() == 'T') {
                    names.requireUnused(statement.prepared().sql(), session.relations()::resolved);
                }
                yield run(statement.prepared(), parameters);
            }
            case EMPTY, COPY, CURSOR, ROWS -> run(statement.prepared(), parameters);
        };
    }

    private SqlResult run(PreparedSql prepared, List<Object> parameters) {
        return prepared instanceof KnownAnswer known ? known.result() : session.execute(prepared, parameters);
    }

    private SqlResult begin(WireStatement statement) {
        if (isImplicit) {
            isImplicit = false;
        } else if (session.status() == SqlSession.Status.ACTIVE) {
            warn("25001", "there is already a transaction in progress");
        } else {
            session.execute(statement.prepared(), List.of());
        }
        return SqlResult.done(StatementKind.tagOfBegin(statement.prepared().sql()));
    }

    private SqlResult end(WireStatement statement) {
        boolean chains = StatementKind.chains(statement.prepared().sql());
        if (isImplicit || session.status() == SqlSession.Status.IDLE) {
            if (chains) {
                throw new StoreException(
                        "25P01", statement.kind() + " AND CHAIN can only be used in transaction blocks");
            }
            warn("25P01", "there is no transaction in progress");
        }
        isImplicit = false;
        if (session.status() == SqlSession.Status.IDLE) {
            return SqlResult.done(statement.kind() == StatementKind.COMMIT ? "COMMIT" : "ROLLBACK");
        }
        SqlResult result = isFailed
                ? session.execute(chains ? "ROLLBACK AND CHAIN" : "ROLLBACK")
                : session.execute(statement.prepared(), List.of());
        isFailed = false;
        names.endTransaction(result.tag().equals("COMMIT"));
        return result;
    }

    /** Runs SET, and what follows from it at once. */
    private SqlResult set(WireStatement statement) {
        SqlResult result = session.execute(statement.prepared(), List.of());
        if (result.tag().equals("DISCARD ALL")) {
            names.closeAll();
            discarded.run();
        }
        return result;
    }

    /** Tells the client of values of settings that it was not told. */
    void report() {
        REPORTED.forEach((label, setting) -> {
            String value = session.setting(setting);
            if (!value.equals(reported.put(label, value))) {
                out.parameterStatus(label, value);
            }
        });
    }

    /** Writes texts in the encoding of the client. */
    void useEncoding() {
        String encoding = session.setting("client_encoding");
        if (!encoding.equals(out.encoding().name())) {
            out.use(new ClientEncoding(encoding, Encodings.charset(encoding)));
        }
    }

    private void warn(String sqlState, String message) {
        out.failure(MessageWriter.Severity.WARNING, sqlState, message);
    }

    /**
     * Commits the implicit transaction.
     *
     * @throws StoreException if the level does not allow it; nothing is pending then
     */
    void finish() {
        if (isImplicit) {
            isImplicit = false;
            try {
                session.execute("COMMIT");
            } finally {
                if (session.status() != SqlSession.Status.IDLE) {
                    session.execute("ROLLBACK");
                }
            }
        }
        if (session.status() == SqlSession.Status.IDLE) {
            names.endTransaction(true);
        }
    }

    /** Handles an error: rolls back an implicit transaction, and marks an explicit one as failed. */
    void fail() {
        if (isImplicit) {
            isImplicit = false;
            if (session.status() != SqlSession.Status.IDLE) {
                session.execute("ROLLBACK");
            }
        }
        isFailed = session.status() != SqlSession.Status.IDLE;
        if (!isFailed) {
            names.endTransaction(false);
        }
    }

    /**
     * Fails if a statement may not be run now.
     *
     * @throws StoreException if the transaction has failed and the statement does not end it (SQLSTATE 25P02)
     */
    void requirePossible(StatementKind kind) {
        if (status() == 'E' && !kind.isPossibleAfterFailure()) {
            throw new StoreException(
                    "25P02", "current transaction is aborted, commands ignored until end of transaction block");
        }
    }

    /** Returns the transaction status as the message ReadyForQuery has it. */
    char status() {
        return switch (session.status()) {
            case IDLE -> 'I';
            case ACTIVE -> isFailed ? 'E' : 'T';
            case FAILED -> 'E';
        };
    }
}
