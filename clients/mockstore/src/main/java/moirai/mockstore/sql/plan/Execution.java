package moirai.mockstore.sql.plan;

import java.time.OffsetDateTime;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.types.ForeignCall;

/** A single execution of a statement. */
public final class Execution {

    private static final int STEPS_BETWEEN_YIELDS = 1_000;

    private int steps;
    private final StatementRows rows;
    final List<Object> parameters;
    final OffsetDateTime now;
    final Catalog catalog;
    final SequenceMemory sequences;
    private final Consumer<String> writability;
    final SessionSettings settings;
    final ForeignCall.Evaluator foreign;
    /** What was made once, by the plan or the expression that it belongs to. */
    private final IdentityHashMap<Object, Object> made = new IdentityHashMap<>();

    /**
     * Begins an execution.
     *
     * @param writability fails, with the name of a command, if the transaction is read-only
     */
    public Execution(
            StatementRows rows,
            List<Object> parameters,
            OffsetDateTime now,
            Catalog catalog,
            SequenceMemory sequences,
            Consumer<String> writability,
            SessionSettings settings,
            ForeignCall.Evaluator foreign) {
        this.rows = rows;
        this.parameters = parameters;
        this.now = now;
        this.catalog = catalog;
        this.sequences = sequences;
        this.writability = writability;
        this.settings = settings;
        this.foreign = foreign;
    }

    public StatementRows rows() {
        return rows;
    }

    /**
     * Counts a row that was looked at. Now and then other sessions, which may share the thread of the system, go on.
     *
     * @throws StoreException if the statement is to be cancelled (SQLSTATE 57014)
     */
    // Sessions are virtual threads, which nobody interrupts for the sake of others.
    @SuppressWarnings("ThreadPriorityCheck")
    public void step() {
        if (Thread.currentThread().isInterrupted()) {
            throw new StoreException("57014", "canceling statement due to user request");
        }
        if (++steps % STEPS_BETWEEN_YIELDS == 0) {
            Thread.yield();
        }
    }

    /** Fails if the transaction is read-only (SQLSTATE 25006). */
    void requireWritable(String command) {
        writability.accept(command);
    }

    /**
     * Returns what was made for a key in this execution.
     *
     * @param key a plan or an expression, which stands for itself alone
     * @param first makes it if this has not been done
     */
    @SuppressWarnings("unchecked") // Each key has values of one type.
    public <T> T once(Object key, Supplier<T> first) {
        T found = (T) made.get(key);
        if (found == null) {
            found = first.get();
            made.put(key, found);
        }
        return found;
    }
}
