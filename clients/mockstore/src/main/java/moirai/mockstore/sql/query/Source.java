package moirai.mockstore.sql.query;

import java.util.List;
import java.util.stream.IntStream;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.rows.Table;

/** A source of rows in a FROM clause. */
sealed interface Source {

    /** Returns the name that qualifies its columns. */
    String alias();

    /** Returns its columns. */
    List<Output> columns();

    /** A source that is a table. */
    record OfTable(String alias, Table table, List<Output> columns) implements Source {

        public OfTable {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A source that is a query, or rows that a statement provides otherwise.
     *
     * @param isCommon whether it is a common table expression
     * @param isVarying whether its rows depend on the queries around it, or differ whenever it is executed
     */
    record OfQuery(String alias, QueryPlan plan, List<Output> columns, boolean isCommon, boolean isVarying)
            implements Source {

        public OfQuery {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A source whose rows the statement provides itself, such as EXCLUDED.
     *
     * @param hidden whether {@code *} leaves it out
     */
    record Given(String alias, List<Output> columns, boolean hidden) implements Source {

        public Given {
            columns = List.copyOf(columns);
        }
    }

    /** Returns a table under a name. */
    static Source of(String alias, Table table) {
        return new OfTable(alias, table, outputs(table));
    }

    /** Returns a source under a name for rows with the columns of a table. */
    static Source given(String alias, Table table, boolean hidden) {
        return new Given(alias, outputs(table), hidden);
    }

    private static List<Output> outputs(Table table) {
        return table.schema().columns().stream()
                .map(column ->
                        new Output(column.name(), column.type(), table.schema().name(), column.name()))
                .toList();
    }

    /** Returns the numbers of the columns of this name. */
    default int[] find(String name) {
        return IntStream.range(0, columns().size())
                .filter(column -> columns().get(column).label().equals(name))
                .toArray();
    }
}
