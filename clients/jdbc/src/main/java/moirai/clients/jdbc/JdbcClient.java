package moirai.clients.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.jdbc.Failures.Phase;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** A session: one connection for its whole life. */
final class JdbcClient implements Client {

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final int session;
    private final LongSupplier clock;
    private final Lease lease;
    private final ListTables tables;
    private final boolean givesBack;

    private Phase phase = Phase.STATEMENT;
    private boolean open = true;
    private boolean closed;

    private JdbcClient(int session, LongSupplier clock, Lease lease, ListTables tables, boolean givesBack) {
        this.session = session;
        this.clock = clock;
        this.lease = lease;
        this.tables = tables;
        this.givesBack = givesBack;
    }

    /** Makes the leased connection a session's own. */
    static JdbcClient on(Lease lease, JdbcOptions options, int session, LongSupplier clock) throws SQLException {
        lease.connection().setAutoCommit(false);
        options.dialect().isolate(lease.connection());
        lease.connection().commit();
        return new JdbcClient(
                session,
                clock,
                lease,
                new ListTables(lease.connection(), options.storage()),
                options.dialect().toleratesIdle());
    }

    @Override
    public Txn run(TxnPlan plan) {
        if (!open) {
            throw new IllegalStateException("session " + session + " is over");
        }
        var ops = new Op[plan.opCount()];
        for (int i = 0; i < ops.length; i++) {
            ops[i] = plan.op(i);
        }
        long startNanos = clock.getAsLong();
        var outcome = attempt(ops);
        long endNanos = clock.getAsLong();
        return new Txn(session, Arrays.asList(ops), outcome, startNanos, endNanos);
    }

    /** Runs the ops and puts answers in the places of reads. Until it ends, the session is over. */
    private Outcome attempt(Op[] ops) {
        open = false;
        phase = Phase.STATEMENT;
        try {
            for (int i = 0; i < ops.length; i++) {
                switch (ops[i]) {
                    case Op.Append(long key, int element) -> {
                        if (!tables.append(Math.toIntExact(key), element)) {
                            rollBack();
                            return new Outcome.Aborted(Failures.NO_ROW_WRITTEN);
                        }
                    }
                    case Op.Read read -> ops[i] = new Op.Read(read.key(), tables.read(Math.toIntExact(read.key())));
                    case Op.Scan op -> throw new IllegalArgumentException(op + " is not an op on one list");
                    case Op.OffList op -> throw new IllegalArgumentException(op + " is not an op on a list");
                }
            }
            // Only when every statement has succeeded: a failed transaction's COMMIT is answered with ROLLBACK, and the
            // driver takes that for a success.
            phase = Phase.COMMIT;
            lease.connection().commit();
            open = true;
            return COMMITTED;
        } catch (SQLException e) {
            var outcome = Failures.classify(phase, e);
            if (!outcome.mayHaveTakenEffect()) {
                rollBack();
            }
            return outcome;
        }
    }

    /** Ends an aborted transaction. If that fails, the server ends it with the connection, and the session is over. */
    private void rollBack() {
        try {
            lease.connection().rollback();
            open = !lease.connection().isClosed();
        } catch (SQLException e) {
            open = false;
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (open && tables.close() && givesBack) {
            lease.giveBack();
        } else {
            lease.evict();
        }
        open = false;
    }
}
