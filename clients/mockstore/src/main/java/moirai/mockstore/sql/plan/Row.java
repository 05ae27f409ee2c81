package moirai.mockstore.sql.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.types.SqlNull;

/** A row of a source of a query. */
public sealed interface Row {

    /** Returns the value of a column, numbered from 0. */
    Object column(int number);

    /** A row of a table, whose cells are read on demand. */
    record OfTable(StatementRows rows, Table table, RowKey key) implements Row {

        @Override
        public Object column(int number) {
            return rows.cell(table, key, number);
        }

        /**
         * Returns whether no key of the row has changed. Then PostgreSQL's FOR KEY SHARE returns the version that was
         * found.
         *
         * @param newest the key of the row's newest version
         */
        public boolean hasSameKeys(RowKey newest) {
            var now = new OfTable(rows.newest(), table, newest);
            return newest.equals(key)
                    && table.schema().keys().stream()
                            .flatMap(unique -> unique.columns().stream())
                            .allMatch(column -> column(column).equals(now.column(column)));
        }

        /** Returns the row with its values as they are now. */
        public Row fixed() {
            return new OfValues(IntStream.range(0, table.schema().columns().size())
                    .mapToObj(this::column)
                    .toList());
        }
    }

    /** A row whose values are known. */
    record OfValues(List<Object> values) implements Row {

        @Override
        public Object column(int number) {
            return values.get(number);
        }
    }

    /** A row with other values in some columns. */
    record Changed(Row before, Map<Integer, Object> changes) implements Row {

        @Override
        public Object column(int number) {
            Object changed = changes.get(number);
            return changed == null ? before.column(number) : changed;
        }
    }

    /** The missing row of an outer join's side without a partner. */
    record Missing() implements Row {

        @Override
        public Object column(int number) {
            return SqlNull.NULL;
        }
    }
}
