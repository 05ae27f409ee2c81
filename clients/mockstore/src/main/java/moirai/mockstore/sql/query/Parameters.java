package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.SqlType;

/** The parameters of a statement, with their types as far as its text determines them. */
public final class Parameters {

    private final List<SqlType> types = new ArrayList<>();

    /** Returns the parameter of this index, from 0. */
    SqlExpression at(int index) {
        while (types.size() <= index) {
            types.add(SqlType.UNKNOWN);
        }
        return new Reference(index);
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
