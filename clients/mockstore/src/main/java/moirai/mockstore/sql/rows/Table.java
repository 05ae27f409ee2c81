package moirai.mockstore.sql.rows;

import java.util.Collection;
import java.util.List;
import moirai.mockstore.sql.schema.TableSchema;

/** A table as it was defined when a statement was compiled, with its rows. */
public record Table(TableSchema schema, TableRows rows) {

    /**
     * Returns those columns whose indexes exclude rows that others do not exclude.
     *
     * @param known the columns whose values are known
     * @param prefix the number of columns at the beginning of the primary key by which rows are found as well
     */
    public List<Integer> indexed(Collection<Integer> known, int prefix) {
        List<Integer> found = known.stream()
                .filter(column -> rows.isIndexed(schema.column(column).stored()))
                .filter(column -> schema.column(column).isIndexable())
                .filter(column -> !schema.primaryKey().subList(0, prefix).contains(column))
                .sorted()
                .toList();
        // A key that tells a value excludes its row without any read.
        List<Integer> outside =
                found.stream().filter(column -> schema.keyPosition(column) < 0).toList();
        return outside.isEmpty() && prefix == 0 ? found : outside;
    }
}
