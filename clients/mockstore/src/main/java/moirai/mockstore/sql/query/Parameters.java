package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;

/** The parameters of a statement, with their types as far as its text determines them. */
public final class Parameters {

    private final List<SqlType> declared;
    private final List<SqlType> types = new ArrayList<>();
    private final Map<Integer, ForeignType> foreign = new HashMap<>();
    private final Set<Integer> open = new TreeSet<>();

    /**
     * Creates the parameters of a statement.
     *
     * @param declared the types of the first ones, as the client declares them; {@link SqlType#UNKNOWN} leaves one
     *     open, and a parameter beyond them has the type of its value
     */
    public Parameters(List<SqlType> declared) {
        this.declared = List.copyOf(declared);
    }

    /** Returns the parameter of this index, from 0. */
    SqlExpression at(int index) {
        while (types.size() <= index) {
            types.add(declared(types.size()));
        }
        return new Reference(index, declared(index));
    }

    private SqlType declared(int index) {
        return index < declared.size() ? declared.get(index) : SqlType.UNKNOWN;
    }

    /** Records that a parameter has a place that accepts any type. */
    void leaveOpen(int index) {
        at(index);
        open.add(index);
    }

    /**
     * Fails if nothing determines the type of a parameter that the client leaves open, and that has a place that
     * accepts any type (SQLSTATE 42P18).
     */
    public void requireTypes() {
        for (int index : open) {
            if (index < declared.size() && types.get(index) == SqlType.UNKNOWN && !foreign.containsKey(index)) {
                throw new StoreException("42P18", "could not determine data type of parameter $" + (index + 1));
            }
        }
    }

    /** Returns the type of each parameter; unknown if the statement does not determine it. */
    public List<SqlType> types() {
        return List.copyOf(types);
    }

    /** Records the type that a place of the statement requires; the first such place decides. */
    void take(int index, SqlType type) {
        at(index);
        if (types.get(index) == SqlType.UNKNOWN) {
            types.set(index, type);
        }
    }

    /** Records that a parameter is of a type that only PostgreSQL has. */
    void take(int index, ForeignType type) {
        foreign.putIfAbsent(index, type);
    }

    /** Runs a compilation; if it fails, the parameters have the types that they had before. */
    <T> T unlessFailing(Supplier<T> compilation) {
        List<SqlType> former = List.copyOf(types);
        Map<Integer, ForeignType> formerForeign = Map.copyOf(foreign);
        Set<Integer> formerOpen = Set.copyOf(open);
        boolean isDone = false;
        try {
            T compiled = compilation.get();
            isDone = true;
            return compiled;
        } finally {
            if (!isDone) {
                types.clear();
                types.addAll(former);
                foreign.clear();
                foreign.putAll(formerForeign);
                open.retainAll(formerOpen);
            }
        }
    }

    /** Returns the parameters of types that only PostgreSQL has, by index. */
    public Map<Integer, ForeignType> foreign() {
        return Map.copyOf(foreign);
    }

    private record Reference(int index, SqlType type) implements SqlExpression {

        @Override
        public Object evaluate(Frame frame) {
            return frame.parameter(index);
        }
    }
}
