package moirai.mockstore.jdbc.metadata;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import moirai.mockstore.jdbc.rows.Rows;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/** A builder for a result set of metadata. */
final class Listing {

    private final List<ResultColumn> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    private Listing(List<ResultColumn> columns) {
        this.columns = columns;
    }

    /**
     * Returns a listing without rows.
     *
     * @param columns names separated by spaces; a name that ends in {@code #} is of an integer column, one in {@code ?}
     *    of a boolean column, all others are text
     */
    static Listing of(String columns) {
        return new Listing(
                Arrays.stream(columns.split(" ")).map(Listing::column).toList());
    }

    private static ResultColumn column(String written) {
        return switch (written.charAt(written.length() - 1)) {
            case '#' -> column(written.substring(0, written.length() - 1), SqlType.INTEGER);
            case '?' -> column(written.substring(0, written.length() - 1), SqlType.BOOLEAN);
            default -> column(written, SqlType.TEXT);
        };
    }

    private static ResultColumn column(String name, SqlType type) {
        return new ResultColumn(name, type, "", name, 0, 0);
    }

    /**
     * Adds a row; null stands for SQL's null. A relation fills three columns: the name of the database, of the schema,
     * and of the relation itself. Columns that are left out at the end are null.
     */
    void add(@Nullable Object... cells) {
        var row = new ArrayList<Object>();
        for (@Nullable Object cell : cells) {
            if (cell instanceof Relation relation) {
                row.addAll(List.of(relation.database(), relation.schema(), relation.name()));
            } else {
                row.add(cell == null ? SqlNull.NULL : cell);
            }
        }
        if (row.size() > columns.size()) {
            throw new IllegalStateException(row.size() + " cells in a row of " + columns.size());
        }
        while (row.size() < columns.size()) {
            row.add(SqlNull.NULL);
        }
        rows.add(row);
    }

    /** Sorts the rows by columns, in the order that JDBC requires. */
    Listing sortedBy(String... names) {
        List<String> labels = columns.stream().map(ResultColumn::label).toList();
        Arrays.stream(names)
                .map(labels::indexOf)
                .map(index -> Comparator.<List<Object>, Object>comparing(row -> row.get(index), Listing::compare))
                .reduce(Comparator::thenComparing)
                .ifPresent(rows::sort);
        return this;
    }

    private static int compare(Object left, Object right) {
        return left instanceof Integer first && right instanceof Integer second
                ? Integer.compare(first, second)
                : left.toString().compareTo(right.toString());
    }

    /** Returns the rows as a scrollable result set. */
    ResultSet resultSet() {
        return Rows.resultSet(columns, rows, true, null);
    }
}
