package moirai.mockstore.sql.plan;

import java.time.OffsetDateTime;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.schema.Catalog;

/** A single execution of a statement. */
public final class Execution {

    private final StatementRows rows;
    private final List<Object> parameters;
    private final OffsetDateTime now;
    private final Catalog catalog;
    private final SequenceMemory sequences;
    /** The rows of each common table expression that has been evaluated. */
    private final IdentityHashMap<QueryPlan, List<List<Object>>> shared = new IdentityHashMap<>();

    public Execution(
            StatementRows rows,
            List<Object> parameters,
            OffsetDateTime now,
            Catalog catalog,
            SequenceMemory sequences) {
        this.rows = rows;
        this.parameters = parameters;
        this.now = now;
        this.catalog = catalog;
        this.sequences = sequences;
    }

    public StatementRows rows() {
        return rows;
    }

    Object parameter(int index) {
        if (index >= parameters.size()) {
            throw new StoreException(
                    "08P01", "no value for parameter $" + (index + 1) + "; there are " + parameters.size());
        }
        return parameters.get(index);
    }

    OffsetDateTime now() {
        return now;
    }

    long nextValue(String sequence) {
        long number = rows.next(catalog.sequence(sequence));
        sequences.took(sequence, number);
        return number;
    }

    long currentValue(String sequence) {
        return sequences.current(catalog.sequence(sequence).name());
    }

    long lastValue() {
        return sequences.last();
    }

    /** Returns the rows of a query that is executed only once, however often it is named. */
    List<List<Object>> shared(QueryPlan plan, Supplier<List<List<Object>>> rowsOnce) {
        List<List<Object>> found = shared.get(plan);
        if (found == null) {
            found = rowsOnce.get();
            shared.put(plan, found);
        }
        return found;
    }
}
