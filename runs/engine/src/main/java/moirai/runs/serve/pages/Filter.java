package moirai.runs.serve.pages;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The rows that a reader wants to see. An empty text leaves out no row.
 *
 * @param search words that all have to occur in a row, in any case
 * @param database the exact name and version
 * @param isolation the level that was asked for
 * @param verdict the words of the verdict, or those before the colon
 */
record Filter(String search, String database, String isolation, String verdict) {

    static Filter of(QueryString query) {
        return new Filter(
                query.last("q").strip(), query.last("database"), query.last("isolation"), query.last("verdict"));
    }

    /** Returns the filter of one group of runs, whatever else was chosen. */
    static Filter group(String database, String isolation, String verdict) {
        return new Filter("", database, isolation, verdict);
    }

    boolean isEmpty() {
        return search.isEmpty() && database.isEmpty() && isolation.isEmpty() && verdict.isEmpty();
    }

    /** Returns a test of rows, which splits the words once. */
    Predicate<Row> test() {
        return test("");
    }

    /** Returns a test of rows whose words may also occur in {@code beside}. */
    Predicate<Row> test(String beside) {
        List<String> words = List.of(search.toLowerCase(Locale.ROOT).split("\\s+"));
        return row -> is(row, Row.Column.DATABASE, database)
                && is(row, Row.Column.ISOLATION, isolation)
                && (is(row, Row.Column.VERDICT, verdict)
                        || row.cell(Row.Column.VERDICT).startsWith(verdict + ":"))
                && (search.isEmpty() || hasAll(row, beside, words));
    }

    private static boolean is(Row row, Row.Column column, String value) {
        return value.isEmpty() || row.cell(column).equals(value);
    }

    private static boolean hasAll(Row row, String beside, List<String> words) {
        String text = (beside + "\n" + String.join("\n", row.cells())).toLowerCase(Locale.ROOT);
        return words.stream().allMatch(text::contains);
    }

    /** Returns the part of an address that says this filter. */
    String address() {
        return QueryString.part("q", search)
                + QueryString.part("database", database)
                + QueryString.part("isolation", isolation)
                + QueryString.part("verdict", verdict);
    }
}
