package moirai.clients.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.Failures;
import moirai.clients.jdbc.dialects.Failures.Phase;
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
    private final Dialect dialect;

    private Phase phase = Phase.STATEMENT;
    private boolean open = true;
    private boolean closed;

    private JdbcClient(int session, LongSupplier clock, Lease lease, ListTables tables, Dialect dialect) {
        this.session = session;
        this.clock = clock;
        this.lease = lease;
        this.tables = tables;
        this.dialect = dialect;
    }

    /** Makes the leased connection a session's own. */
    static JdbcClient on(Lease lease, JdbcOptions options, int session, LongSupplier clock) throws SQLException {
        lease.connection().setAutoCommit(false);
        options.dialect().isolate(lease.connection());
        lease.connection().commit();
        return new JdbcClient(session, clock, lease, new ListTables(lease.connection(), options), options.dialect());
    }

    @Override
    public Txn run(TxnPlan plan) {
        if (!open) {
            throw new IllegalStateException("session " + session + " is over");
        }
        var left = new ArrayDeque<>(plan.ops());
        var ops = new ArrayList<Op>(left.size());
        long startNanos = clock.getAsLong();
        var outcome = attempt(left, ops);
        long endNanos = clock.getAsLong();
        ops.addAll(left);
        return new Txn(session, ops, outcome, startNanos, endNanos);
    }

    /** Runs ops and moves them to those that are done, with their answers. Until it ends, the session is over. */
    private Outcome attempt(Queue<Op> left, List<Op> done) {
        open = false;
        phase = Phase.STATEMENT;
        try {
            while (!left.isEmpty()) {
                if (!run(left.element(), done)) {
                    rollBack();
                    return new Outcome.Aborted(Failures.NO_ROW_WRITTEN);
                }
                left.remove();
            }
            // Only when every statement has succeeded: a failed transaction's COMMIT is answered with ROLLBACK, and the
            // driver takes that for a success.
            phase = Phase.COMMIT;
            lease.connection().commit();
            open = true;
            return COMMITTED;
        } catch (SQLException e) {
            var outcome = dialect.outcome(phase, e);
            if (!outcome.mayHaveTakenEffect()) {
                rollBack();
            }
            return outcome;
        }
    }

    /** Runs an op and notes it with its answer; not if it is an append that wrote no row. */
    private boolean run(Op planned, List<Op> done) throws SQLException {
        switch (planned) {
            case Op.Append append -> {
                if (!tables.append(Math.toIntExact(append.key()), append.element())) {
                    return false;
                }
                done.add(append);
            }
            case Op.Read read -> done.add(new Op.Read(read.key(), tables.read(Math.toIntExact(read.key()))));
            case Op.Scan scan -> {
                List<Op.Read> matches = tables.scan(Math.toIntExact(scan.key()), Math.toIntExact(scan.to()));
                done.add(new Op.Scan(scan.key(), scan.to(), matches.size()));
                done.addAll(matches);
            }
            case Op.OffList op -> throw new IllegalArgumentException(op + " is not an op on a list");
        }
        return true;
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
        if (open && tables.close() && dialect.toleratesIdle()) {
            lease.giveBack();
        } else {
            lease.evict();
        }
        open = false;
    }
}
