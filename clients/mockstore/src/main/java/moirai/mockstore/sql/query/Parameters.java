package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlType;

/** The parameters that a statement asks for, with their types as far as its text says them. */
public final class Parameters {

    private final List<SqlType> types = new ArrayList<>();

    /** The parameter of this index, from 0. */
    SqlExpression at(int index) {
        while (types.size() <= index) {
            types.add(SqlType.UNKNOWN);
        }
        return new Reference(index);
    }

    /** Of each parameter; unknown if the statement does not say. */
    public List<SqlType> types() {
        return List.copyOf(types);
    }

    /** A place of the statement asks for a type; the first one that does counts. */
    void take(int index, SqlType type) {
        at(index);
        if (types.get(index) == SqlType.UNKNOWN) {
            types.set(index, type);
        }
    }

    private record Reference(int index) implements SqlExpression {

        @Override
        public SqlType type() {
            return SqlType.UNKNOWN;
        }

        @Override
        public Object evaluate(Frame frame) {
            return frame.parameter(index);
        }
    }
}
