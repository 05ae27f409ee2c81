package moirai.mockstore.sql;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Inserts rows of values, such as those of COPY. */
public final class Insertion {

    private Insertion() {}

    /**
     * Inserts rows, one by one; exceptions are those of INSERT.
     *
     * @param table its name as SQL has to write it
     * @param columns their names as SQL has to write them, with commas; all columns if it is blank
     */
    public static void of(SqlSession session, String table, String columns, List<List<Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        String places = IntStream.rangeClosed(1, rows.getFirst().size())
                .mapToObj(place -> "$" + place)
                .collect(Collectors.joining(", "));
        PreparedSql insert = session.prepare(
                "INSERT INTO " + table + (columns.isBlank() ? "" : " (" + columns + ")") + " VALUES (" + places + ")");
        rows.forEach(row -> session.execute(insert, row));
    }
}
