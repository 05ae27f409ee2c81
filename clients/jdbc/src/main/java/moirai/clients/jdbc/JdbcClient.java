package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.Failures;
import moirai.clients.jdbc.dialects.Failures.Phase;
import moirai.history.DataModel;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** A session: one connection for its whole life. */
final class JdbcClient implements Client {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Outcome OVERDRAWN = new Outcome.Aborted("insufficient balance");
    /** The outcome of a compare-and-set whose register held something else. */
    private static final Outcome NOT_APPLIED = new Outcome.Aborted("not applied");

    private final int session;
    private final LongSupplier clock;
    private final Connection connection;
    private final ListTables tables;
    private final Dialect dialect;
    private final String group;
    private final Consumer<Phase> end;

    private Phase phase = Phase.STATEMENT;
    private boolean open = true;
    private boolean closed;

    /**
     * Makes a session of a connection.
     *
     * @param end ends the connection, when the session does; it is told what was sent last
     */
    JdbcClient(Connection connection, JdbcOptions options, int session, LongSupplier clock, Consumer<Phase> end)
            throws SQLException {
        this.session = session;
        this.clock = clock;
        this.connection = connection;
        this.dialect = options.dialect();
        this.end = end;
        connection.setAutoCommit(false);
        dialect.isolate(connection);
        this.group = dialect.group(connection);
        connection.commit();
        this.tables = new ListTables(connection, options);
    }

    @Override
    public Txn run(TxnPlan plan) {
        if (!open) {
            throw new IllegalStateException("session " + session + " is over");
        }
        var left = new ArrayDeque<>(plan.ops());
        var ops = new ArrayList<Op>(left.size());
        long startNanos = clock.getAsLong();
        var outcome = attempt(plan, left, ops);
        long endNanos = clock.getAsLong();
        ops.addAll(left);
        return new Txn(session, ops, outcome, startNanos, endNanos);
    }

    /**
     * Runs ops and moves them to those that are done, with their answers. The session counts as over until this ends.
     */
    private Outcome attempt(TxnPlan plan, Queue<Op> left, List<Op> done) {
        open = false;
        phase = Phase.STATEMENT;
        try {
            while (!left.isEmpty()) {
                if (plan.isGuarded() && wouldOverdraw(left.element(), done)) {
                    rollBack();
                    return OVERDRAWN;
                }
                if (!run(left.element(), plan, done)) {
                    rollBack();
                    boolean isCompared = plan.isGuarded() && left.element() instanceof Op.Write;
                    return isCompared ? NOT_APPLIED : new Outcome.Aborted(Failures.NO_ROW_WRITTEN);
                }
                left.remove();
            }
            if (plan.isRolledBack()) {
                rollBack();
                return Outcome.Aborted.AS_PLANNED;
            }
            // Only when every statement has succeeded: a failed transaction's COMMIT is answered with ROLLBACK, and the
            // driver takes that for a success.
            phase = Phase.COMMIT;
            connection.commit();
            open = true;
            return COMMITTED;
        } catch (SQLException e) {
            var outcome = outcome(e);
            if (!outcome.mayHaveTakenEffect()) {
                rollBack();
            }
            // Where the primary has moved away, every further write would fail in the same way; and a connection that
            // a driver has replaced is not the session's.
            open &= !Failures.isMisplaced(e);
            return outcome;
        }
    }

    /** Returns what a failure proves, on a server that may have lost the servers with which it decides. */
    private Outcome outcome(SQLException failure) {
        var outcome = dialect.outcome(phase, failure);
        if (phase == Phase.STATEMENT || group.isEmpty() || outcome.mayHaveTakenEffect()) {
            return outcome;
        }
        try {
            return Failures.amid(outcome, group, dialect.group(connection));
        } catch (SQLException noAnswer) {
            return Failures.amid(outcome, group, "");
        }
    }

    /**
     * Runs an op and records it with its answer, unless it is a change that wrote no row; returns whether it was
     * recorded.
     */
    private boolean run(Op planned, TxnPlan plan, List<Op> done) throws SQLException {
        int key = Math.toIntExact(planned.key());
        return switch (planned) {
            case Op.Append append -> change(append, append.element(), done);
            case Op.Write write -> plan.isGuarded() ? writeIf(write, done) : change(write, write.value(), done);
            case Op.Add add -> change(add, add.element(), done);
            case Op.Increment increment -> change(increment, increment.amount(), done);
            case Op.Read read -> done.add(read(key, plan.model()));
            case Op.Scan scan -> {
                List<Op.Read> matches = tables.scan(key, Math.toIntExact(scan.to()));
                done.add(new Op.Scan(scan.key(), scan.to(), matches.size()));
                yield done.addAll(matches) || matches.isEmpty();
            }
            case Op.OffList answered -> throw new IllegalArgumentException(answered + " is no op of a plan");
        };
    }

    /**
     * Returns whether this would take a counter below zero that the transaction has read. Looks at its few ops so far.
     */
    private static boolean wouldOverdraw(Op planned, List<Op> done) {
        if (!(planned instanceof Op.Increment increment)) {
            return false;
        }
        boolean isRead = false;
        long balance = 0;
        for (Op op : done) {
            if (op instanceof Op.ReadCounter read && read.key() == increment.key()) {
                isRead = true;
                balance = read.value();
            } else if (op instanceof Op.Increment earlier && earlier.key() == increment.key()) {
                balance += earlier.amount();
            }
        }
        return isRead && balance + increment.amount() < 0;
    }

    /** Writes a register if it still holds what the transaction has read or written; without either, in any case. */
    private boolean writeIf(Op.Write planned, List<Op> done) throws SQLException {
        for (Op before : done.reversed()) {
            if (before.key() == planned.key()) {
                var held = switch (before) {
                    case Op.ReadValue read -> OptionalLong.of(read.value());
                    case Op.Write write -> OptionalLong.of(write.value());
                    case Op.ReadInitial missing -> OptionalLong.empty();
                    case Op.Append other -> throw noRegister(other);
                    case Op.Read other -> throw noRegister(other);
                    case Op.Scan other -> throw noRegister(other);
                    case Op.OnSet other -> throw noRegister(other);
                    case Op.OnCounter other -> throw noRegister(other);
                };
                return tables.compareAndSet(Math.toIntExact(planned.key()), held, Math.toIntExact(planned.value()))
                        && done.add(planned);
            }
        }
        return change(planned, planned.value(), done);
    }

    private static IllegalArgumentException noRegister(Op op) {
        return new IllegalArgumentException(op + " is no op on a register");
    }

    private boolean change(Op planned, long argument, List<Op> done) throws SQLException {
        return tables.change(Math.toIntExact(planned.key()), Math.toIntExact(argument)) && done.add(planned);
    }

    private Op read(int key, DataModel model) throws SQLException {
        return switch (model) {
            case LIST_APPEND -> new Op.Read(key, tables.read(key));
            // A duplicate stays: it was added once, and has to show.
            case SET -> new Op.ReadSet(key, tables.read(key).sorted());
            case REGISTER -> {
                OptionalLong found = tables.number(key);
                yield found.isPresent() ? new Op.ReadValue(key, found.getAsLong()) : new Op.ReadInitial(key);
            }
            // Who never was added to stands where all counters begin.
            case COUNTER -> new Op.ReadCounter(key, tables.number(key).orElse(0));
        };
    }

    /** Ends an aborted transaction. If that fails, the server ends it with the connection, and the session is over. */
    private void rollBack() {
        try {
            connection.rollback();
            open = !connection.isClosed();
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
        open = false;
        end.accept(phase);
    }
}
