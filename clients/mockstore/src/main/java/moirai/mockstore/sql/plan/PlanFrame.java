package moirai.mockstore.sql.plan;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SessionCalls;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.ForeignCall;
import org.jspecify.annotations.Nullable;

/** The current row of each source of a query, inside the frame of the query around it. */
public final class PlanFrame implements Frame {

    private static final Row MISSING = new Row.Missing();

    private final Execution execution;
    private final @Nullable PlanFrame outer;
    /** What was made once for the current rows of the queries around, by the plan or the step that it belongs to. */
    private final IdentityHashMap<Object, Object> made = new IdentityHashMap<>(0);

    private final Row[] rows;

    /**
     * Creates a frame.
     *
     * @param outer the frame of the query around it, if there is one
     * @param sources the number of sources
     */
    public PlanFrame(Execution execution, @Nullable PlanFrame outer, int sources) {
        this.execution = execution;
        this.outer = outer;
        this.rows = new Row[sources];
        Arrays.fill(rows, MISSING);
    }

    public Execution execution() {
        return execution;
    }

    /** Returns what was made for a key for the rows of the queries around; else does what {@link #once} does. */
    @SuppressWarnings("unchecked") // Each key has values of one type.
    public <T> T here(Object key, Supplier<T> first) {
        T found = (T) made.get(key);
        if (found == null) {
            found = first.get();
            made.put(key, found);
        }
        return found;
    }

    @Override
    public <T> T once(Object key, Supplier<T> first) {
        return execution.once(key, first);
    }

    /**
     * Creates a frame for the same sources, none of which has a row.
     *
     * @param isInside whether it is inside the queries around this one
     */
    public PlanFrame blank(boolean isInside) {
        return new PlanFrame(execution, isInside ? outer : null, rows.length);
    }

    @Nullable
    PlanFrame outer() {
        return outer;
    }

    /** Returns the current row of a source. */
    public Row row(int source) {
        return rows[source];
    }

    /** Moves a source to a row. */
    public void move(int source, Row row) {
        rows[source] = row;
    }

    /** Moves a source to a missing row. */
    public void clear(int source) {
        rows[source] = MISSING;
    }

    /** Returns the values of expressions over the current rows. */
    public List<Object> evaluate(List<SqlExpression> expressions) {
        var values = new ArrayList<>(expressions.size());
        for (SqlExpression expression : expressions) {
            values.add(expression.evaluate(this));
        }
        return values;
    }

    /** Returns all current rows, for {@link #restore}. */
    public List<Row> save() {
        return List.of(rows);
    }

    /** Moves all sources back to saved rows. */
    public void restore(List<Row> saved) {
        saved.toArray(rows);
    }

    @Override
    public Object column(int levelsUp, int source, int column) {
        PlanFrame frame = this;
        for (int level = 0; level < levelsUp; level++) {
            if (frame.outer == null) {
                throw new IllegalStateException("no query " + levelsUp + " levels up");
            }
            frame = frame.outer;
        }
        return frame.rows[source].column(column);
    }

    @Override
    public Object parameter(int index) {
        if (index >= execution.parameters.size()) {
            throw new StoreException(
                    "08P01", "no value for parameter $" + (index + 1) + "; there are " + execution.parameters.size());
        }
        return execution.parameters.get(index);
    }

    @Override
    public OffsetDateTime now() {
        return execution.now;
    }

    @Override
    public String setting(String name) {
        return execution.settings.get(name);
    }

    @Override
    public SessionCalls session() {
        return execution.settings.calls();
    }

    @Override
    public Object evaluate(ForeignCall call, List<Object> values) {
        return execution.foreign.evaluate(call, values);
    }

    @Override
    public void set(String name, String value, boolean isLocal) {
        execution.settings.set(name, value, isLocal);
    }

    @Override
    public SplittableRandom random() {
        return execution.catalog.random(execution.rows().next(execution.catalog.randoms()));
    }

    @Override
    public long nextValue(String sequence) {
        if (SearchPath.PERMANENT.has(sequence)) {
            execution.requireWritable("nextval()");
        }
        long number = execution.rows().next(execution.catalog.sequence(sequence));
        execution.sequences.took(sequence, number);
        return number;
    }

    @Override
    public String relation(String written) {
        return execution.catalog.names().resolve(written);
    }

    @Override
    public Optional<String> currentSchema() {
        return execution.catalog.names().currentSchema();
    }

    @Override
    public Optional<String> ownedSequence(String table, String column) {
        TableSchema schema = execution.catalog.table(table);
        return execution.catalog.sequencesOf(schema, schema.require(column)).stream()
                .map(sequence -> Identifiers.ifNeeded(Identifiers.schema(sequence.name())) + "."
                        + Identifiers.ifNeeded(Identifiers.bare(sequence.name())))
                .findFirst();
    }

    @Override
    public void setValue(String sequence, long number, boolean isCalled) {
        if (SearchPath.PERMANENT.has(sequence)) {
            execution.requireWritable("setval()");
        }
        execution.rows().set(execution.catalog.sequence(sequence), new Sequence.Position(number, isCalled));
        if (isCalled) {
            execution.sequences.set(sequence, number);
        }
    }

    @Override
    public long currentValue(String sequence) {
        return execution.sequences.current(execution.catalog.sequence(sequence).name());
    }

    @Override
    public long lastValue() {
        return execution.sequences.last();
    }
}
